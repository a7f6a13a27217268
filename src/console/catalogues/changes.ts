/** Changes by catalogues: cards and principles made of entries, and the content itself. */
import { plural, t } from "@lingui/core/macro";
import { toast, tryChange } from "../server/changes";
import { answered, api, formOf } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import type { Kind } from "./queries";

/** Entries of one request. */
export const MAX_ENTRIES = 2_000;

const readAgain = () => cache.invalidateQueries({ queryKey: ["catalogues"] });

/** Makes cards of entries, as one batch. */
export async function createEntries(kind: Kind, ids: readonly string[], locale: string): Promise<boolean> {
  const body = { catalogue_ids: [...ids], locale };
  const sends = {
    capabilities: () => api.POST("/api/v1/capability-catalogue/import", { body }),
    processes: () => api.POST("/api/v1/process-catalogue/import", { body }),
    value_streams: () => api.POST("/api/v1/value-stream-catalogue/import", { body }),
  };
  const isSaved = await tryChange({
    sentence: plural(ids.length, { one: "# entry became a card", other: "# entries became cards" }),
    send: sends[kind],
  });
  await readAgain();
  return isSaved;
}

/** Makes principles of entries. */
export async function createPrinciples(ids: readonly string[], locale: string | undefined): Promise<boolean> {
  const isSaved = await tryChange({
    sentence: plural(ids.length, { one: "# principle taken over", other: "# principles taken over" }),
    send: () =>
      api.POST("/api/v1/principles-catalogue/import", { body: { catalogue_ids: [...ids], locale: locale ?? null } }),
  });
  await readAgain();
  return isSaved;
}

/** Fetches the newest content from the package index. */
export async function fetchContent(): Promise<void> {
  await tryChange({
    sentence: t`The newest catalogues are here`,
    send: () => api.POST("/api/v1/capability-catalogue/update-fetch"),
  });
  await readAgain();
}

/** Uploads an archive of content. */
export async function uploadContent(file: File): Promise<void> {
  try {
    await answered(
      api.PUT("/api/v1/catalogue-content", { body: { file } as never, bodySerializer: () => formOf({ file }) }),
    );
    toast("done", t`The catalogues of ${file.name} are here`);
  } catch (error) {
    toast("failed", asRefusal(error).message);
  }
  await readAgain();
}

/** Returns to the catalogues that come with Stoa. */
export async function deleteContent(): Promise<void> {
  await tryChange({
    sentence: t`The catalogues that come with Stoa are back`,
    send: () => api.DELETE("/api/v1/catalogue-content"),
  });
  await readAgain();
}
