/** Saves a draft while it is drawn: a moment after the last change, one request at a time, and never over another's version. */
import { api, received, type Schemas } from "../server/client";
import { cache, query } from "../server/queries";
import { asRefusal, type Refusal } from "../server/refusal";
import { createStore } from "../state/store";
import { versionQuery } from "./queries";

/** The state of what is drawn. `outdated`: somebody else has saved another one in the meantime. */
export type SaveState = { kind: "saved" | "unsaved" | "saving" | "outdated" } | { kind: "failed"; refusal: Refusal };

/** A draft, with the tag of its version. */
export type DraftWithTag = { version: Schemas["FlowVersion"]; tag: string };

/** Reads a draft that is to be drawn. */
export const draftQuery = (process_id: string, version_id: string) =>
  query(["processes", process_id, "draft", version_id], [], async ({ signal }): Promise<DraftWithTag> => {
    const { data, response } = await received(
      api.GET("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}", {
        signal,
        params: { path: { process_id, version_id } },
      }),
    );
    return { version: data as Schemas["FlowVersion"], tag: response.headers.get("etag") ?? "" };
  });

/** The content of a draft as it is drawn. */
export type DraftContent = { bpmn_xml: string; svg_thumbnail: string };

/** Milliseconds after the last change. */
const PAUSE = 1_200;

/**
 * Returns a saver of one draft.
 * @param read gives what is drawn now
 * @param etag of the version that drawing began with
 */
export function createSaver(process_id: string, version_id: string, read: () => Promise<DraftContent>, etag: string) {
  const state = createStore<SaveState>({ kind: "saved" });
  let current = etag;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  async function send(): Promise<void> {
    state.update(() => ({ kind: "saving" }));
    try {
      const body = await read();
      const reply = await received(
        api.PATCH("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}", {
          params: { path: { process_id, version_id } },
          headers: current ? { "If-Match": current } : {},
          body,
        }),
      );
      current = reply.response.headers.get("etag") ?? "";
      if (reply.data)
        cache.setQueryData(versionQuery(process_id, version_id).queryKey, reply.data as Schemas["FlowVersion"]);
      void cache.invalidateQueries({ queryKey: ["processes", process_id, "elements"] });
      state.update((before) => (before.kind === "saving" ? { kind: "saved" } : before));
    } catch (error) {
      const refusal = asRefusal(error);
      state.update(() => (refusal.status === 412 ? { kind: "outdated" } : { kind: "failed", refusal }));
    }
  }

  /** Saves now what is not saved yet. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    await running;
    if (!["unsaved", "failed"].includes(state.value().kind)) return;
    running = send();
    await running;
  }

  return {
    state,
    /** Notes that something was drawn. */
    touch(): void {
      if (state.value().kind === "outdated") return;
      state.update(() => ({ kind: "unsaved" }));
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE);
    },
    flush,
    /** Saves over what somebody else has saved. */
    async overwrite(): Promise<void> {
      current = "";
      state.update(() => ({ kind: "unsaved" }));
      await flush();
    },
  };
}

export type Saver = ReturnType<typeof createSaver>;
