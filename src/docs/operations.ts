/** The facts at `/`, /api/openapi.json and, in development, Swagger UI at /api/docs, without external resources. */
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { get, type Operation } from "../core/api/operation";
import { notFound } from "../http/errors";
import { frontPage } from "./front-page";

const html = `<!doctype html>
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

const file = (content: string | Blob, type: string) =>
  new Response(content, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": policy,
      "cache-control": "max-age=3600",
    },
  });

const hidden = (path: string, handler: (call: { request: Request }) => Response): Operation =>
  get(path, "", { permission: "public", hidden: true }, handler);

/**
 * Returns the operations for the facts at `/` and the description, which `description` returns as JSON text; Swagger UI
 * only in development.
 */
export function docs(description: () => string, development: boolean): Operation[] {
  const page = (path: string, content: string | Blob, type: string) =>
    hidden(path, () => {
      if (!development) throw notFound("Page");
      return file(content, type);
    });
  const headers = { "content-type": "application/json", "cache-control": "no-cache" };
  return [
    hidden("/", () => frontPage(development)),
    hidden("/api/openapi.json", () => new Response(description(), { headers })),
    page("/api/docs", html, "text/html"),
    page("/api/docs/swagger-ui.js", Bun.file(swaggerScript), "application/javascript"),
    page("/api/docs/swagger-ui.css", Bun.file(swaggerStyle), "text/css"),
    page("/api/docs/start.js", start, "application/javascript"),
  ];
}
