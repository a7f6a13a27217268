/** The context of a call while it is served: what the framework makes of a request, as far as it is used here. */
import type { Actor } from "../access/actor";

export type Context = {
  request: Request;
  params: Record<string, string | undefined>;
  query: unknown;
  headers: Record<string, string | undefined>;
  body: unknown;
  set: { status?: number | string; headers: Record<string, string | number | string[]> };
  actor?: Actor;
  /** The result of the operation's `fetches` or `asks`. */
  fetched?: unknown;
};

/** A step of serving a call. */
export type Hook = (context: Context) => unknown;
