/** Notices that the server has got another console than the one that this page is of. */
import { createStore } from "../state/store";

/** True when a reload would bring another console. */
export const isOutdated = createStore(false);

let own: string | null | undefined;

/** Compares the page at the server with the one that is open; called at the start and whenever the stream has come back. */
export async function checkFreshness(): Promise<void> {
  const answer = await fetch("/", { method: "HEAD", headers: { accept: "text/html" }, cache: "no-store" }).catch(
    () => undefined,
  );
  const etag = answer?.ok ? answer.headers.get("etag")?.replace(/^W\//, "") : undefined;
  if (!etag) return;
  own ??= etag;
  if (own !== etag) isOutdated.update(() => true);
}
