/** HEAD requests, answered by the routes of GET. */
import type { Handler } from "./handler";
import { deriveRequest } from "./request-context";
import { isStreamed } from "./responses";

/** Makes a handler answer HEAD with the headers of GET, the length of its body, and no body. */
export const headAsGet =
  (handle: Handler): Handler =>
  (request) =>
    request.method === "HEAD" ? answerHead(request, handle) : handle(request);

async function answerHead(request: Request, handle: Handler): Promise<Response> {
  const response = await handle(
    deriveRequest(request, request.url, { method: "GET", headers: request.headers, signal: request.signal }),
  );
  const { headers, status } = response;
  if (isStreamed(headers)) await response.body?.cancel();
  else headers.set("content-length", String((await response.bytes()).length));
  return new Response(null, { status, headers });
}
