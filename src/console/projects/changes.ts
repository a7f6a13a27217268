/** Changes of initiatives and of what belongs to them: shown at once, and undone by one key. */
import { t } from "@lingui/core/macro";
import type { Span } from "../charts/days";
import { monthsAfter } from "../charts/days";
import type { Grip } from "../charts/span-drag";
import { type ShownChange, tryChange } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import { lifeOf, spanOf } from "./initiatives";
import { INITIATIVE, type Initiative } from "./queries";

type Reply = { response: Response; data?: unknown; error?: unknown };

/** Sends a change, and reads again what shows projects. @returns true when it is saved */
export async function save(sentence: string, send: () => Promise<Reply>, show: ShownChange[] = []): Promise<boolean> {
  const isSaved = await tryChange({ sentence, show, send });
  void cache.invalidateQueries({ queryKey: ["projects"] });
  return isSaved;
}

/** Creates something. @returns its id; undefined when it is refused */
export async function create(
  sentence: string,
  send: () => Promise<Reply & { data?: { id: string } | undefined }>,
): Promise<string | undefined> {
  let id: string | undefined;
  await save(sentence, async () => {
    const reply = await send();
    id = reply.data?.id;
    return reply;
  });
  return id;
}

/** Creates an initiative. */
export const createInitiative = (name: string): Promise<string | undefined> =>
  create(t`${name} made`, () => api.POST("/api/v1/cards", { body: { type: INITIATIVE, name } as never }));

/** Returns the days of a life of which a part is moved, so that its phases stay in their order. */
export function movedLife(
  life: Readonly<Record<string, string>>,
  { from, to }: Span,
  grip: Grip,
  months: number,
): Record<string, string> {
  const start = monthsAfter(from, months);
  const end = monthsAfter(to, months);
  const moved = (day: string): string => {
    if (grip === "move") return monthsAfter(day, months);
    if (grip === "from") return day === from || (day < from && day > start) ? start : day;
    return day === to || (day > to && day < end) ? end : day;
  };
  return Object.fromEntries(Object.entries(life).map(([phase, day]) => [phase, moved(day)]));
}

/** Moves an initiative in time, or one of its ends: its life cycle, and its start and end. */
export function moveInitiative(initiative: Initiative, grip: Grip, months: number): Promise<boolean> {
  const span = spanOf(initiative);
  if (!span || months === 0) return Promise.resolve(false);
  const { id, name, lifecycle, start_date, end_date } = initiative;
  const dates = movedLife(
    { ...(start_date && { startDate: start_date }), ...(end_date && { endDate: end_date }) },
    span,
    grip,
    months,
  );
  const hasLife = Object.keys(lifecycle ?? {}).length > 0;
  const life = hasLife ? movedLife(lifeOf(initiative), span, grip, months) : undefined;
  const moved = { start_date: dates["startDate"] ?? null, end_date: dates["endDate"] ?? null };
  return save(
    t`The dates of ${name} changed`,
    () =>
      api.PATCH("/api/v1/cards/{card_id}", {
        params: { path: { card_id: id } },
        body: {
          ...(life && { lifecycle: life }),
          ...(Object.keys(dates).length > 0 && { merge_attributes: dates }),
        } as never,
      }),
    [
      {
        queryKey: ["projects", "portfolio"],
        update: (list: Initiative[]) =>
          list.map((one) => (one.id === id ? { ...one, ...moved, ...(life && { lifecycle: life }) } : one)),
      },
    ],
  ).finally(() => cache.invalidateQueries({ queryKey: ["cards"] }));
}
