/** /api/openapi.json and, in development, /api/docs: the description, and a browser of it that needs no network. */
import { Elysia } from "elysia";
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
import { guard } from "../../core/access/guard";
import { notFound } from "../../http/errors";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stoa API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: "none",
  filter: true,
});
`;

const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";

const file = (content: string, type: string) =>
  new Response(content, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": policy,
      "cache-control": "max-age=3600",
    },
  });

/**
 * @param description gives the description as JSON text
 * @param development whether there is a browser of it
 */
export function docs(description: () => string, development: boolean) {
  const browser = (content: string, type: string) => () => {
    if (!development) throw notFound("Page");
    return file(content, type);
  };
  return new Elysia()
    .use(guard)
    .get(
      "/api/openapi.json",
      () =>
        new Response(description(), { headers: { "content-type": "application/json", "cache-control": "no-cache" } }),
      {
        public: true,
        detail: { hide: true },
      },
    )
    .get("/api/docs", browser(page, "text/html"), { public: true, detail: { hide: true } })
    .get("/api/docs/swagger-ui.js", browser(swaggerScript, "application/javascript"), {
      public: true,
      detail: { hide: true },
    })
    .get("/api/docs/swagger-ui.css", browser(swaggerStyle, "text/css"), { public: true, detail: { hide: true } })
    .get("/api/docs/start.js", browser(start, "application/javascript"), { public: true, detail: { hide: true } });
}
