/** The page at `/`: what this server is, and how to begin. It needs no script and nothing from elsewhere. */
import { hasUsers } from "../core/access/accounts";
import { VERSION } from "../version";

const NAME = "Stoa";
const DESCRIPTION = "/api/openapi.json";
const DOCS = "/api/docs";
const REGISTRATION = "/api/v1/auth/register";
const LOGIN = "/api/v1/auth/login";

const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 44rem; margin: 10vh auto; padding: 0 1rem; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid; border-radius: 0.5rem; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${new Bun.CryptoHasher("sha256").update(style).digest("base64")}'`,
  // The empty icon, without which browsers ask for one.
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The content of the page, also for programs. */
type Facts = {
  name: string;
  version: string;
  description: string;
  /** Only in development. */
  docs: string | null;
  has_accounts: boolean;
  /** Where the first account is made, which becomes the administrator, or where one logs in. */
  next: string;
};

function facts(development: boolean): Facts {
  const has_accounts = hasUsers();
  return {
    name: NAME,
    version: VERSION,
    description: DESCRIPTION,
    docs: development ? DOCS : null,
    has_accounts,
    next: `POST ${has_accounts ? LOGIN : REGISTRATION}`,
  };
}

const link = (path: string) => `<a href="${path}">${path}</a>`;

const beginning = (origin: string) => `<p>There is no account yet. The first one becomes the administrator:</p>
<pre><code>curl ${Bun.escapeHTML(origin)}${REGISTRATION} -H 'content-type: application/json' \\
  -d '{"email": "you@company.com", "display_name": "You", "password": "…"}'</code></pre>`;

const html = ({ name, version, description, docs, has_accounts }: Facts, origin: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>${name} ${version}</h1>
<p>An enterprise-architecture-management server. Its API is described at ${link(description)}${
  docs === null ? "" : ` and can be tried out at ${link(docs)}`
}.</p>
${has_accounts ? `<p>There are accounts; <code>POST ${LOGIN}</code> answers with a token.</p>` : beginning(origin)}
</body>
</html>
`;

/** True when a request asks for JSON and not for a page. */
function asksForJson(request: Request): boolean {
  const accepted = request.headers.get("accept") ?? "";
  return accepted.includes("application/json") && !accepted.includes("text/html");
}

/** The front page, or its facts for who asks for JSON. @param development whether there is a browser of the API */
export function frontPage(request: Request, development: boolean): Response {
  const shown = facts(development);
  if (asksForJson(request)) return Response.json(shown, { headers: { vary: "Accept" } });
  return new Response(html(shown, new URL(request.url).origin), {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, vary: "Accept" },
  });
}
