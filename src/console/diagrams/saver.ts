/** Saves a diagram while it is drawn: a moment after the last change, one request at a time, and never over another's version. */
import { api, received } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal, type Refusal } from "../server/refusal";
import { createStore } from "../state/store";
import { type Diagram, diagramQuery, type ReadDiagram, xmlOf } from "./queries";

/** The state of what is drawn. `outdated`: somebody else has drawn another one in the meantime. */
export type SaveState = { kind: "saved" | "unsaved" | "saving" | "outdated" } | { kind: "failed"; refusal: Refusal };

/** The drawing as it is stored. */
export type DrawnContent = { xml: string; thumbnail?: string };

/** Milliseconds after the last change. */
const PAUSE = 1_200;

/**
 * Returns a saver of one diagram.
 * @param begun the diagram that drawing began with
 * @param read gives what is drawn now
 */
export function createSaver({ diagram, tag }: ReadDiagram, read: () => DrawnContent) {
  const diagram_id = diagram.id;
  const state = createStore<SaveState>({ kind: "saved" });
  const tags = new Set([tag]);
  let current = tag;
  let stored = diagram;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  /** Sends what is drawn. @param isForced true to save over what somebody else has saved */
  async function send(isForced: boolean): Promise<void> {
    const data = { ...(stored.data as object | null), ...read() };
    const reply = await received(
      api.PATCH("/api/v1/diagrams/{diagram_id}", {
        params: { path: { diagram_id } },
        headers: isForced ? {} : { "If-Match": current },
        body: { data } as never,
      }),
    );
    know({ ...stored, data } as Diagram, reply.response.headers.get("etag") ?? "");
    void cache.invalidateQueries({ queryKey: diagramQuery(diagram_id).queryKey });
  }

  /** Learns that a version is what is drawn here. */
  function know(next: Diagram, version: string): void {
    stored = next;
    current = version;
    tags.add(version);
  }

  /** Checks whether only the name or the links of the diagram have changed since, and learns its version if so. */
  async function isStillTheSame(): Promise<boolean> {
    const { diagram: next, tag: version } = await cache.fetchQuery({ ...diagramQuery(diagram_id), staleTime: 0 });
    if (xmlOf(next) !== xmlOf(stored)) return false;
    know(next, version);
    return true;
  }

  async function save(isForced: boolean): Promise<void> {
    state.update(() => ({ kind: "saving" }));
    try {
      try {
        await send(isForced);
      } catch (error) {
        if (asRefusal(error).status !== 412 || !(await isStillTheSame())) throw error;
        await send(false);
      }
      state.update((before) => (before.kind === "saving" ? { kind: "saved" } : before));
    } catch (error) {
      const refusal = asRefusal(error);
      state.update(() => (refusal.status === 412 ? { kind: "outdated" } : { kind: "failed", refusal }));
    }
  }

  /** Saves now what is not saved yet. */
  async function flush(isForced = false): Promise<void> {
    clearTimeout(timer);
    await running;
    if (!["unsaved", "failed"].includes(state.value().kind)) return;
    running = save(isForced);
    await running;
  }

  return {
    state,
    content: read,
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
      state.update(() => ({ kind: "unsaved" }));
      await flush(true);
    },
    /** Checks whether a version that was read is another drawing than the one here, and nothing here is unsaved. */
    isNews(next: ReadDiagram): boolean {
      if (tags.has(next.tag) || state.value().kind !== "saved") return false;
      const isOther = xmlOf(next.diagram) !== xmlOf(stored);
      know(next.diagram, next.tag);
      return isOther;
    },
  };
}

export type Saver = ReturnType<typeof createSaver>;
