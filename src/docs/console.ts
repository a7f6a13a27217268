/**
 * The console: its files, and the page itself at each address that is one of its pages. It answers what is asked for outside
 * of /api; nothing below /api ever becomes a page.
 */
import { gunzipSync } from "node:zlib";
import { listsEtag } from "../http/etags";
import type { Handler } from "../http/handler";
import { log } from "../platform/log";

type Encoding = "br" | "gzip" | "identity";

/** A file of the console: its type, and the places of its content by encoding. */
export type ConsoleFile = { type: string; etag: string; encodings: Partial<Record<Encoding, string>> };

/** The built console: its files by their addresses, and the patterns of its pages' addresses. */
type Console = { files: ReadonlyMap<string, ConsoleFile>; pages: readonly RegExp[] };

const PAGE = "/index.html";

/** The policy of the page and of its workers: nothing from elsewhere, no text becomes script, and styles are files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-elem 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Returns the pattern of a page's address, in which `$id` stands for one segment. */
const patternOf = (address: string): RegExp =>
  new RegExp(
    `^${address
      .split("/")
      .map((part) => (part.startsWith("$") ? "[^/]+" : RegExp.escape(part)))
      .join("/")}/?$`,
  );

async function load(): Promise<Console | undefined> {
  try {
    const { files, pages } = await import("../../build/console/files.js");
    return { files: new Map(Object.entries(files)), pages: pages.map(({ address }) => patternOf(address)) };
  } catch (error) {
    log.warn({ exception: error }, "the console is not built: run `npm run build:console`");
    return undefined;
  }
}

let loading: Promise<Console | undefined> | undefined;
const loaded = () => (loading ??= load());

/** Checks whether an `Accept-Encoding` lists an encoding and doesn't refuse it by `q=0`. */
const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(",").some((entry) => {
    const [coding, ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    return coding === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Returns the content of a file for a browser, and the encoding that it is in. */
async function contentFor(
  request: Request,
  { encodings }: ConsoleFile,
): Promise<{ body: Blob | Uint8Array<ArrayBuffer>; encoding: Encoding }> {
  const { br, gzip, identity } = encodings;
  if (identity !== undefined) return { body: Bun.file(identity), encoding: "identity" };
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (br !== undefined && accepts(accepted, "br")) return { body: Bun.file(br), encoding: "br" };
  const zipped = Bun.file(gzip as string);
  if (accepts(accepted, "gzip")) return { body: zipped, encoding: "gzip" };
  return { body: gunzipSync(await zipped.bytes()), encoding: "identity" };
}

/** Returns a file as a response: for ever where its name is that of its content, else to be asked for again. */
async function send(request: Request, path: string, file: ConsoleFile, status = 200): Promise<Response> {
  const headers = new Headers({
    "content-type": file.type,
    "content-security-policy": POLICY,
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: path === PAGE ? "Accept, Accept-Encoding" : "Accept-Encoding",
  });
  if (status === 200 && listsEtag(request.headers.get("if-none-match") ?? "", file.etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  const { body, encoding } = await contentFor(request, file);
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(body, { status, headers });
}

/** Checks whether a request asks for a page and not for JSON. */
function asksForPage(request: Request, isKnown: boolean): boolean {
  const accepted = request.headers.get("accept") ?? "";
  if (accepted.includes("text/html")) return true;
  return isKnown && !accepted.includes("application/json");
}

/** Returns the console's answer to a GET outside of /api; undefined when it has none. */
async function answerOf(request: Request, path: string): Promise<Response | undefined> {
  const built = await loaded();
  const file = path === PAGE ? undefined : built?.files.get(path);
  if (file) return send(request, path, file);
  const page = built?.files.get(PAGE);
  if (!built || !page || path.startsWith("/assets/")) return undefined;
  const isKnown = built.pages.some((pattern) => pattern.test(path));
  return asksForPage(request, isKnown) ? send(request, PAGE, page, isKnown ? 200 : 404) : undefined;
}

/** Checks whether a URL leads below /api; without parsing it, because nearly every request does. */
const leadsToApi = (url: string): boolean => /^[a-z]+:\/\/[^/]*\/api(?:[/?#]|$)/.test(url);

/** Answers for the console what is its own, and lets `handle` answer everything else. */
export const withConsole =
  (handle: Handler): Handler =>
  (request) => {
    if (request.method !== "GET" || leadsToApi(request.url)) return handle(request);
    return answerOf(request, new URL(request.url).pathname).then((answer) => answer ?? handle(request));
  };
