/** Changes of records that are edited as grids: cost lines, budget lines and risks of an initiative. */
import { t } from "@lingui/core/macro";
import { type BatchHeader, together } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import { save } from "./changes";

/** The kinds of records, as their lists are called in the API. */
export type RecordKind = "costs" | "budgets" | "risks";

/** Values of a record, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A record that is changed, or one that is created when it has no id. */
export type RecordChange = { id?: string; values: Values };

type Header = { header?: BatchHeader };

const post = (kind: RecordKind, initiative_id: string, body: Values, header: Header) =>
  api.POST(`/api/v1/ppm/initiatives/{initiative_id}/${kind}`, {
    params: { path: { initiative_id }, ...header },
    body: body as never,
  });

function patch(kind: RecordKind, id: string, body: Values, header: Header) {
  const common = { body: body as never };
  if (kind === "costs")
    return api.PATCH("/api/v1/ppm/costs/{cost_id}", { params: { path: { cost_id: id }, ...header }, ...common });
  if (kind === "budgets")
    return api.PATCH("/api/v1/ppm/budgets/{budget_id}", { params: { path: { budget_id: id }, ...header }, ...common });
  return api.PATCH("/api/v1/ppm/risks/{risk_id}", { params: { path: { risk_id: id }, ...header }, ...common });
}

function remove(kind: RecordKind, id: string, header: Header) {
  if (kind === "costs")
    return api.DELETE("/api/v1/ppm/costs/{cost_id}", { params: { path: { cost_id: id }, ...header } });
  if (kind === "budgets")
    return api.DELETE("/api/v1/ppm/budgets/{budget_id}", { params: { path: { budget_id: id }, ...header } });
  return api.DELETE("/api/v1/ppm/risks/{risk_id}", { params: { path: { risk_id: id }, ...header } });
}

/** Sends requests one after the other. @returns the last answer */
async function each<T, R>(items: readonly T[], send: (item: T) => Promise<R & { response: Response }>): Promise<R> {
  let last: R | undefined;
  for (const item of items) {
    const reply = await send(item);
    if (!reply.response.ok) return reply;
    last = reply;
  }
  return last as R;
}

/** Reads again the totals that the card of an initiative has of its lines. */
const readTotals = () => void cache.invalidateQueries({ queryKey: ["cards"] });

/** Changes and creates records as one batch. @param sentence what has happened */
export function writeRecords(
  kind: RecordKind,
  initiativeId: string,
  changes: readonly RecordChange[],
  sentence: string,
): Promise<boolean> {
  const write = ({ id, values }: RecordChange, header: Header) =>
    id === undefined ? post(kind, initiativeId, values, header) : patch(kind, id, values, header);
  const [first] = changes;
  if (!first) return Promise.resolve(false);
  const send =
    changes.length === 1
      ? () => write(first, {})
      : together(kind, (header) => each(changes, (change) => write(change, { header })));
  const key = ["projects", kind, initiativeId];
  const byId = new Map(changes.map(({ id, values }) => [id, values]));
  const update = (records: { id: string }[]) => records.map((one) => ({ ...one, ...byId.get(one.id) }));
  return save(sentence, send, [{ queryKey: key, update }]).finally(readTotals);
}

/** Deletes records as one batch. */
export function deleteRecords(kind: RecordKind, initiativeId: string, ids: readonly string[]): Promise<boolean> {
  const [first] = ids;
  if (first === undefined) return Promise.resolve(false);
  const send =
    ids.length === 1
      ? () => remove(kind, first, {})
      : together(kind, (header) => each(ids, (id) => remove(kind, id, { header })));
  const update = (records: { id: string }[]) => records.filter(({ id }) => !ids.includes(id));
  return save(ids.length === 1 ? t`A line is deleted` : t`${ids.length} lines are deleted`, send, [
    { queryKey: ["projects", kind, initiativeId], update },
  ]).finally(readTotals);
}
