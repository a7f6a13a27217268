/** /api/openapi.json and, in development, /api/docs: the description, and a browser of it that needs no network. */
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "text" };
import { get, type Operation } from "../core/api/operation";
import { notFound } from "../http/errors";

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

const hidden = (path: string, handler: () => Response): Operation =>
  get(path, "", { permission: "public", hidden: true }, handler);

/**
 * The operations that show the description of all others.
 * @param description gives the description as JSON text
 * @param development whether there is a browser of it
 */
export function docs(description: () => string, development: boolean): Operation[] {
  const browser = (content: string, type: string) => () => {
    if (!development) throw notFound("Page");
    return file(content, type);
  };
  return [
    hidden("/api/openapi.json", () => {
      return new Response(description(), {
        headers: { "content-type": "application/json", "cache-control": "no-cache" },
      });
    }),
    hidden("/api/docs", browser(page, "text/html")),
    hidden("/api/docs/swagger-ui.js", browser(swaggerScript, "application/javascript")),
    hidden("/api/docs/swagger-ui.css", browser(swaggerStyle, "text/css")),
    hidden("/api/docs/start.js", browser(start, "application/javascript")),
  ];
}
