/** The address under which clients reach the server. */
import { contextOf } from "./request-context";

/**
 * Returns the scheme and host of the server as the client of a request names them, perhaps to a proxy, without a slash at
 * the end.
 */
export function baseUrl(request: Request): string {
  const scheme = contextOf(request).secure ? "https" : "http";
  const forwarded = request.headers.get("x-forwarded-host")?.split(",")[0]?.trim();
  const named = `${scheme}://${forwarded}`;
  return forwarded && URL.canParse(named) ? new URL(named).origin : `${scheme}://${new URL(request.url).host}`;
}
