/** Compression of responses. */
import { isStreamed } from "./responses";

/** Bodies below this many bytes are not compressed. */
const SMALLEST = 1_400;
const compressible = /^(application\/(json|javascript|xml)|text\/(html|css|csv|plain|javascript)|image\/svg)/;

/** Whether an `Accept-Encoding` lists gzip and doesn't refuse it by `q=0`. */
const acceptsGzip = (header: string): boolean =>
  header.split(",").some((entry) => {
    const [coding, ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    return coding === "gzip" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Compresses a response with gzip if the client accepts it and the body is worth it. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!acceptsGzip(request.headers.get("accept-encoding") ?? "")) return response;
  const { headers, status } = response;
  if (headers.has("content-encoding") || !compressible.test(headers.get("content-type") ?? "")) return response;
  if (!response.body) return response;
  headers.append("vary", "Accept-Encoding");
  if (isStreamed(headers)) {
    headers.set("content-encoding", "gzip");
    return new Response(response.body.pipeThrough(new CompressionStream("gzip")), { status, headers });
  }
  const bytes = await response.bytes();
  if (bytes.length < SMALLEST) return new Response(bytes, { status, headers });
  headers.set("content-encoding", "gzip");
  headers.delete("content-length");
  // Level 1 takes a third of the time of the default and leaves a tenth more bytes.
  return new Response(Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, { level: 1 }), { status, headers });
}
