/** HEAD requests. */
import type { Handler } from "./handler";
import { deriveRequest } from "./request-context";
import { isStreamed } from "./responses";

/** Handles HEAD like GET, with the length of the body but without the body. */
export const headAsGet =
  (handle: Handler): Handler =>
  (request) =>
    request.method === "HEAD" ? answerHead(request, handle) : handle(request);

async function answerHead(request: Request, handle: Handler): Promise<Response> {
  const sent = new Headers(request.headers);
  // A range is asked for by GET only.
  sent.delete("range");
  const response = await handle(
    deriveRequest(request, request.url, { method: "GET", headers: sent, signal: request.signal }),
  );
  const { headers, status } = response;
  if (isStreamed(headers)) await response.body?.cancel();
  else headers.set("content-length", String((await response.bytes()).length));
  return new Response(null, { status, headers });
}
