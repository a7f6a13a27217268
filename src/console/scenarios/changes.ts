/** Changes of scenarios, each saved at once. */
import { plural, t } from "@lingui/core/macro";
import { done, refusalSentence, shown, toast, tryChange } from "../server/changes";
import { answered, api, type Schemas } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { type Member, type Obstacle, obstaclesQuery, type Scenario, scenarioQuery, scenariosQuery } from "./queries";

type Fields = Partial<Schemas["ScenarioChanges"]>;
type Decisions = Schemas["ScenarioRebase"]["decisions"];

/** A decision about a change that doesn't fit. */
export type Decision = NonNullable<Decisions>[number]["decision"];

const readAgain = () => void cache.invalidateQueries({ queryKey: ["scenarios"] });

/** Creates a scenario. @returns its id; undefined when it was refused */
export async function createScenario(name: string, question: string): Promise<string | undefined> {
  let id: string | undefined;
  await tryChange({
    sentence: t`The scenario ${name} is there`,
    show: [shown(scenariosQuery, (list) => list)],
    send: async () => {
      const reply = await api.POST("/api/v1/scenarios", { body: { name, ...(question && { question }) } });
      id = reply.data?.id;
      return reply;
    },
  });
  return id;
}

/** Changes fields of a scenario. */
export async function updateScenario(
  { id: scenario_id }: Pick<Scenario, "id">,
  changes: Fields,
  sentence: string,
): Promise<boolean> {
  const isSaved = await tryChange({
    sentence,
    show: [shown(scenarioQuery(scenario_id), (before) => ({ ...before, ...(changes as Partial<Scenario>) }))],
    send: () => api.PATCH("/api/v1/scenarios/{scenario_id}", { params: { path: { scenario_id } }, body: changes }),
  });
  readAgain();
  return isSaved;
}

/** Sets who sees a scenario in addition to its owner. */
export const setMembers = (
  { id: scenario_id, name }: Pick<Scenario, "id" | "name">,
  members: Member[],
): Promise<boolean> =>
  tryChange({
    sentence: t`Others see ${name} than before`,
    show: [shown(scenarioQuery(scenario_id), (before) => ({ ...before, members }))],
    send: () =>
      api.PUT("/api/v1/scenarios/{scenario_id}/members", { params: { path: { scenario_id } }, body: { members } }),
  });

/** Deletes a scenario with its changes. @returns true when it is gone */
export async function deleteScenario({ id: scenario_id, name }: Pick<Scenario, "id" | "name">): Promise<boolean> {
  const isGone = await tryChange({
    sentence: t`The scenario ${name} is deleted`,
    send: () => api.DELETE("/api/v1/scenarios/{scenario_id}", { params: { path: { scenario_id } } }),
  });
  if (isGone) void cache.invalidateQueries({ queryKey: scenariosQuery.queryKey });
  return isGone;
}

/** Takes a change out of a scenario; the others are made without it. */
export async function takeOut({ id: scenario_id }: Pick<Scenario, "id">, change_id: string): Promise<void> {
  const path = { scenario_id, change_id };
  const isOut = await tryChange({
    send: () => api.DELETE("/api/v1/scenarios/{scenario_id}/changes/{change_id}", { params: { path } }),
  });
  if (isOut) toast("done", t`The change is taken out`);
  readAgain();
}

/** Calls the server, and shows a refusal as a message. @returns undefined for a refusal */
async function asked<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    toast("failed", refusalSentence(asRefusal(error)));
    return undefined;
  }
}

/**
 * Lets a scenario begin with the landscape as it is; shows what is in the way, if something is.
 * @param decided change → what is decided about it
 * @returns what is in the way; undefined when the server has refused
 */
export async function followLandscape(
  scenario: Scenario,
  decided: ReadonlyMap<string, Decision>,
): Promise<readonly Obstacle[] | undefined> {
  const decisions = [...decided].map(([change_id, decision]) => ({ change_id, decision }));
  const params = { path: { scenario_id: scenario.id } };
  const rebased = await asked(
    answered(api.POST("/api/v1/scenarios/{scenario_id}/rebase", { params, body: { decisions } })),
  );
  if (!rebased) return undefined;
  if (rebased.is_rebased) {
    toast("done", t`${scenario.name} begins with the landscape as it is now`);
    readAgain();
  } else cache.setQueryData(obstaclesQuery(scenario).queryKey, rebased.obstacles);
  return rebased.obstacles;
}

/** The changes that a merge chooses, by their ids; all without them. */
type Choice = readonly string[] | undefined;

const merged = ({ id: scenario_id }: Pick<Scenario, "id">, changes: Choice, dry_run: boolean) =>
  asked(
    answered(
      api.POST("/api/v1/scenarios/{scenario_id}/merge", {
        params: { path: { scenario_id } },
        body: { dry_run, ...(changes && { changes: [...changes] }) },
      }),
    ),
  );

/** Rehearses the merge of a scenario. @returns how many changes it would bring, and what is in the way; undefined when refused */
export const rehearseMerge = (scenario: Pick<Scenario, "id">, changes: Choice) => merged(scenario, changes, true);

/** Makes the changes of a scenario in the landscape, as one batch that can be undone. @returns undefined when it was refused */
export async function mergeScenario(scenario: Pick<Scenario, "id" | "name">, changes: Choice) {
  const { name } = scenario;
  const result = await merged(scenario, changes, false);
  if (result?.is_merged)
    done(
      changes
        ? plural(result.merged, {
            one: `# change of ${name} is merged into the landscape`,
            other: `# changes of ${name} are merged into the landscape`,
          })
        : t`${name} is merged into the landscape`,
      result.batch_id ?? undefined,
    );
  readAgain();
  return result;
}

/** An initiative that is to be planned. */
export type NewInitiative = Schemas["ScenarioInitiatives"]["initiatives"][number];

/**
 * Plans changes of a scenario as an initiative of the landscape, as one batch that can be undone.
 * @param isRehearsal true to find out what it would do
 * @returns what becomes of the changes; undefined when it was refused
 */
export async function planInitiative(
  { id: scenario_id }: Pick<Scenario, "id">,
  initiative: NewInitiative,
  isRehearsal: boolean,
) {
  const params = { path: { scenario_id } };
  const planned = await asked(
    answered(
      api.POST("/api/v1/scenarios/{scenario_id}/initiatives", {
        params,
        body: { initiatives: [initiative], dry_run: isRehearsal },
      }),
    ),
  );
  if (planned?.is_planned) done(t`${initiative.name} is planned in the landscape`, planned.batch_id ?? undefined);
  if (!isRehearsal) readAgain();
  return planned;
}
