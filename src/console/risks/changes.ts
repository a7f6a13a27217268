/** Changes of risks and of their mitigation tasks: shown at once, and undone by one key. */
import { t } from "@lingui/core/macro";
import { type ShownChange, tryChange } from "../server/changes";
import { api, type Schemas } from "../server/client";
import { cache } from "../server/queries";
import type { Category, Risk, Status, Task } from "./queries";
import { statusWords } from "./words";

/** The fields of a risk that people set. */
type RiskChanges = Partial<
  Pick<
    Risk,
    | "title"
    | "description"
    | "category"
    | "initial_probability"
    | "initial_impact"
    | "residual_probability"
    | "residual_impact"
    | "owner_id"
    | "target_resolution_date"
    | "status"
    | "acceptance_rationale"
  >
>;

/** The fields of a mitigation task that people set. */
type TaskChanges = Partial<
  Pick<Task, "title" | "description" | "owner_id" | "recurrence_unit" | "recurrence_interval">
> & {
  due_date?: string | null;
};
type Reply = { response: Response; data?: unknown; error?: unknown };

/** Returns a change of a risk as it is shown in every list and by itself. */
const shownRisk = ({ id }: { id: string }, changes: object): ShownChange[] => {
  const changed = (risk: Risk) => (risk.id === id ? { ...risk, ...changes } : risk);
  return [
    {
      queryKey: ["risks", "list"],
      update: (page: Schemas["RiskPage"]) => ({ ...page, items: page.items.map(changed) }),
    },
    { queryKey: ["risks", "one"], update: changed },
  ];
};

/** Sends a change, and reads again what shows risks. @returns true when it is saved */
async function save(sentence: string, send: () => Promise<Reply>, show: ShownChange[] = []): Promise<boolean> {
  const isSaved = await tryChange({ sentence, show, send });
  void cache.invalidateQueries({ queryKey: ["risks"] });
  return isSaved;
}

/** Changes fields of a risk. @param shown what is shown of it besides, until the server has answered */
export const changeRisk = (
  risk: Pick<Risk, "id" | "reference">,
  changes: RiskChanges,
  sentence: string,
  shown: Partial<Risk> = {},
): Promise<boolean> =>
  save(
    sentence,
    () =>
      api.PATCH("/api/v1/risks/{risk_id}", {
        params: { path: { risk_id: risk.id } },
        body: changes as never,
      }),
    shownRisk(risk, { ...changes, ...shown }),
  );

/** Moves a risk to a status. @param rationale why it is accepted */
export const moveRisk = (risk: Risk, status: Status, rationale?: string): Promise<boolean> =>
  changeRisk(
    risk,
    { status, ...(rationale !== undefined && { acceptance_rationale: rationale }) },
    t`${risk.reference}: ${statusWords()[status]}`,
  );

export type NewRisk = {
  title: string;
  category: Category;
  initial_probability: Risk["initial_probability"];
  initial_impact: Risk["initial_impact"];
};

/** Creates a risk. @returns its id; undefined when it is refused */
export async function createRisk(risk: NewRisk): Promise<string | undefined> {
  let id: string | undefined;
  await save(t`${risk.title} is in the register`, async () => {
    const reply = await api.POST("/api/v1/risks", { body: risk as never });
    id = reply.data?.id;
    return reply;
  });
  return id;
}

/** Deletes a risk with its tasks. */
export const deleteRisk = (risk: Risk): Promise<boolean> =>
  save(t`${risk.reference} is deleted`, () =>
    api.DELETE("/api/v1/risks/{risk_id}", { params: { path: { risk_id: risk.id } } }),
  );

/** Links a risk to a card. */
export const linkCard = (risk: Risk, card: { id: string; name: string }): Promise<boolean> =>
  save(t`${risk.reference} affects ${card.name}`, () =>
    api.POST("/api/v1/risks/{risk_id}/cards", {
      params: { path: { risk_id: risk.id } },
      body: { card_ids: [card.id], role: "affected" },
    }),
  );

/** Takes the link of a risk to a card away. */
export const unlinkCard = (risk: Risk, card: { id: string; name: string }): Promise<boolean> =>
  save(t`${risk.reference} no longer affects ${card.name}`, () =>
    api.DELETE("/api/v1/risks/{risk_id}/cards/{card_id}", {
      params: { path: { risk_id: risk.id, card_id: card.id } },
    }),
  );

/** Creates a mitigation task. */
export const createTask = (risk: Risk, task: TaskChanges & { title: string }): Promise<boolean> =>
  save(t`${task.title} added to ${risk.reference}`, () =>
    api.POST("/api/v1/risks/{risk_id}/mitigation-tasks", {
      params: { path: { risk_id: risk.id } },
      body: task as never,
    }),
  );

/** Changes fields of a mitigation task. */
export const changeTask = (task: Task, changes: TaskChanges, sentence: string): Promise<boolean> =>
  save(sentence, () =>
    api.PATCH("/api/v1/mitigation-tasks/{task_id}", {
      params: { path: { task_id: task.id } },
      body: changes as never,
    }),
  );

/** Deletes a mitigation task. */
export const deleteTask = (task: Task): Promise<boolean> =>
  save(t`${task.title} is deleted`, () =>
    api.DELETE("/api/v1/mitigation-tasks/{task_id}", { params: { path: { task_id: task.id } } }),
  );

/** Completes or skips an occurrence of a task, or opens a scheduled one. @param notes what was done */
export function finishTask(
  task: Task,
  occurrence_id: string,
  verb: "complete" | "skip" | "promote",
  notes?: string,
): Promise<boolean> {
  const params = { path: { task_id: task.id, occurrence_id } };
  const sentences = {
    complete: t`${task.title} is done`,
    skip: t`${task.title} is skipped`,
    promote: t`${task.title} is to be done now`,
  };
  return save(sentences[verb], () =>
    verb === "promote"
      ? api.POST("/api/v1/mitigation-tasks/{task_id}/occurrences/{occurrence_id}/promote", { params })
      : api.POST(`/api/v1/mitigation-tasks/{task_id}/occurrences/{occurrence_id}/${verb}`, {
          params,
          body: { notes: notes || null },
        }),
  );
}
