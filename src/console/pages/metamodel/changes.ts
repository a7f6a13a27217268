/** Changes of the metamodel, each saved at once. An edit is done to what the server has then, one after the other. */
import { t } from "@lingui/core/macro";
import { shown, tryChange, valuesBefore } from "../../server/changes";
import { answered, api, received, type Schemas } from "../../server/client";
import { cache } from "../../server/queries";
import { asRefusal, Refusal } from "../../server/refusal";
import type { Edit } from "./edits";
import { allRelationTypesQuery, allTypesQuery, type CardType, type RelationType, rolesOfTypeQuery } from "./queries";

type Reply = { data?: unknown; error?: unknown; response: Response };

const turns = new Map<string, Promise<unknown>>();

/** Does a task when those before it under the same name are done. */
function inTurn<T>(name: string, task: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(task, task);
  turns.set(name, turn);
  return turn;
}

/** Repetitions of an edit that meets a state which somebody else has changed meanwhile. */
const MAX_REPETITIONS = 5;

/** Returns the properties in which a state differs from the one before. */
const differing = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== before[key as keyof T])) as Partial<T>;

/**
 * Reads a thing, and writes what an edit makes of it; repeats that when somebody else was faster.
 * @throws Refusal
 */
async function sendEdit<T extends object, R extends Reply>(
  edit: Edit<T>,
  read: () => Promise<{ data?: T; error?: unknown; response: Response }>,
  write: (changes: Partial<T>, etag: string) => Promise<R>,
): Promise<R> {
  for (let repetition = 0; ; repetition++) {
    const { data, response } = await received(read());
    const before = data as T;
    try {
      return await received(write(differing(before, edit(before)), response.headers.get("etag") ?? "*"));
    } catch (error) {
      if (asRefusal(error).status !== 412 || repetition === MAX_REPETITIONS) throw error;
    }
  }
}

const sendTypeEdit = (key: string, edit: Edit<CardType>) =>
  inTurn(`type ${key}`, () =>
    sendEdit(
      edit,
      () => api.GET("/api/v1/metamodel/types/{key}", { params: { path: { key } }, cache: "no-cache" }),
      (changes, etag) =>
        api.PATCH("/api/v1/metamodel/types/{key}", {
          params: { path: { key }, header: { "if-match": etag } },
          body: changes as never,
        }),
    ),
  );

const sendRelationTypeEdit = (key: string, edit: Edit<RelationType>) =>
  inTurn(`relation type ${key}`, () =>
    sendEdit(
      edit,
      () => api.GET("/api/v1/metamodel/relation-types/{key}", { params: { path: { key } }, cache: "no-cache" }),
      (changes, etag) =>
        api.PATCH("/api/v1/metamodel/relation-types/{key}", {
          params: { path: { key }, header: { "if-match": etag } },
          body: changes as never,
        }),
    ),
  );

/** A change by an edit, with the edit that takes it back; without one it can't be undone. */
export type EditChange<T> = {
  sentence: string;
  edit: Edit<T>;
  back?: Edit<T>;
  /** Checks before it is taken back; throws the refusal that says why it can't be. */
  beforeBack?: () => Promise<void>;
};

/** Shows again what is counted and derived from the metamodel. */
const readCountsAgain = () => void cache.invalidateQueries({ queryKey: ["metamodel-usage"] });

/** Changes a type. */
export async function updateType(
  key: string,
  { sentence, edit, back, beforeBack }: EditChange<CardType>,
): Promise<boolean> {
  const isSaved = await tryChange({
    sentence,
    show: [shown(allTypesQuery, (list) => list.map((one) => (one.key === key ? edit(one) : one)))],
    send: () => sendTypeEdit(key, edit),
    ...(back && {
      inverse: async () => {
        await beforeBack?.();
        return sendTypeEdit(key, back);
      },
    }),
  });
  readCountsAgain();
  return isSaved;
}

/** Changes a relation type. */
export const updateRelationType = (key: string, { sentence, edit, back }: EditChange<RelationType>): Promise<boolean> =>
  tryChange({
    sentence,
    show: [shown(allRelationTypesQuery, (list) => list.map((one) => (one.key === key ? edit(one) : one)))],
    send: () => sendRelationTypeEdit(key, edit),
    ...(back && { inverse: () => sendRelationTypeEdit(key, back) }),
  });

/** Refuses to take back a new field or option that cards have values of by now. @throws Refusal */
export async function checkUnused(key: string, field_key: string, option_key?: string): Promise<void> {
  const { card_count } = await answered(
    api.GET("/api/v1/metamodel/types/{key}/impact", { params: { path: { key }, query: { field_key, option_key } } }),
  );
  if (card_count > 0) throw new Refusal(409, t`${card_count} cards have it by now: remove it in its panel`);
}

/** Creates a type. @returns true when it is made */
export const createType = (body: { key: string; label: string; category: string | null }): Promise<boolean> =>
  tryChange({
    sentence: t`The type ${body.label} is made`,
    show: [shown(allTypesQuery, (list) => list)],
    send: () => api.POST("/api/v1/metamodel/types", { body }),
  });

/** Deletes a type that isn't built in. */
export const deleteType = ({ key }: CardType, name: string): Promise<boolean> =>
  tryChange({
    sentence: t`The type ${name} is deleted`,
    show: [shown(allTypesQuery, (list) => list), shown(allRelationTypesQuery, (list) => list)],
    send: () => api.DELETE("/api/v1/metamodel/types/{key}", { params: { path: { key } } }),
  });

/** Moves a type by one place within its layer; types whose numbers are in another order get new ones. */
export async function moveType(types: readonly CardType[], key: string, step: 1 | -1): Promise<void> {
  const type = types.find((one) => one.key === key);
  const layer = types.filter(({ category, is_hidden }) => category === type?.category && !is_hidden);
  const neighbour = layer[layer.findIndex((one) => one.key === key) + step];
  if (!type || !neighbour) return;
  const rest = types.filter((one) => one.key !== key);
  const at = rest.indexOf(neighbour) + (step === 1 ? 1 : 0);
  const order = rest.toSpliced(at, 0, type);
  const placed = order.map((one, place) => ({ ...one, sort_order: place }));
  const send = async (wanted: readonly CardType[]) => {
    let reply: Reply | undefined;
    for (const { key: one, sort_order } of wanted)
      reply = await received(
        api.PATCH("/api/v1/metamodel/types/{key}", { params: { path: { key: one } }, body: { sort_order } }),
      );
    return reply as Reply;
  };
  const changed = placed.filter(
    ({ key: one }) =>
      types.find((other) => other.key === one)?.sort_order !== order.findIndex((other) => other.key === one),
  );
  const former = changed.map((one) => types.find((other) => other.key === one.key) as CardType);
  if (changed.length === 0) return;
  await tryChange({
    show: [shown(allTypesQuery, () => placed)],
    sentence: t`The types are in another order`,
    send: () => inTurn("order of types", () => send(changed)),
    inverse: () => inTurn("order of types", () => send(former)),
  });
}

type NewRelationType = Pick<RelationType, "key" | "label" | "source_type_key" | "target_type_key"> & {
  reverse_label: string | null;
  cardinality: "1:1" | "1:n" | "n:m";
};

/** Creates a relation type. @throws Refusal */
export const relationTypeCreation = (body: NewRelationType) => ({
  sentence: t`The relation “${body.label}” is made`,
  show: [shown(allRelationTypesQuery, (list) => list)],
  send: () => api.POST("/api/v1/metamodel/relation-types", { body }),
});

/** Deletes a relation type with its relations, or hides one that is built in. */
export async function deleteRelationType({ key }: RelationType, sentence: string): Promise<boolean> {
  const isDone = await tryChange({
    sentence,
    show: [shown(allRelationTypesQuery, (list) => list)],
    send: () =>
      api.DELETE("/api/v1/metamodel/relation-types/{key}", { params: { path: { key }, query: { force: true } } }),
  });
  readCountsAgain();
  return isDone;
}

/** Makes a hidden relation type visible again. */
export const restoreRelationType = ({ key }: RelationType, name: string): Promise<boolean> =>
  tryChange({
    sentence: t`The relation “${name}” is shown again`,
    show: [shown(allRelationTypesQuery, (list) => list)],
    send: () => api.POST("/api/v1/metamodel/relation-types/{key}/restore", { params: { path: { key } } }),
  });

type RoleChanges = { label?: string; translations?: Record<string, Record<string, string>>; sort_order?: number };

/** Changes a role on the cards of a type. */
export function updateRole(role: Schemas["StakeholderRole"], changes: RoleChanges, sentence: string): Promise<boolean> {
  const { card_type_key: type_key, key: role_key, label, translations, sort_order } = role;
  const former: RoleChanges = { label, translations, sort_order };
  const patch = (body: RoleChanges) =>
    api.PATCH("/api/v1/metamodel/types/{type_key}/stakeholder-roles/{role_key}", {
      params: { path: { type_key, role_key } },
      body,
    });
  return tryChange({
    sentence,
    show: [
      shown(rolesOfTypeQuery(type_key), (list) =>
        list.map((one) => (one.key === role_key ? { ...one, ...changes } : one)),
      ),
    ],
    send: () => patch(changes),
    inverse: () => patch(valuesBefore(former, changes)),
  });
}

/** Creates a role on the cards of a type. */
export const createRole = (type_key: string, key: string, label: string): Promise<boolean> =>
  tryChange({
    sentence: t`The role ${label} is made`,
    show: [shown(rolesOfTypeQuery(type_key), (list) => list)],
    send: () =>
      api.POST("/api/v1/metamodel/types/{type_key}/stakeholder-roles", {
        params: { path: { type_key } },
        body: { key, label },
      }),
  });

/** Archives a role on the cards of a type, or brings it back. */
export function archiveRole(role: Schemas["StakeholderRole"], isArchived: boolean, sentence: string): Promise<boolean> {
  const { card_type_key: type_key, key: role_key } = role;
  const params = { path: { type_key, role_key } };
  const archive = (): Promise<Reply> =>
    api.POST("/api/v1/metamodel/types/{type_key}/stakeholder-roles/{role_key}/archive", { params });
  const restore = (): Promise<Reply> =>
    api.POST("/api/v1/metamodel/types/{type_key}/stakeholder-roles/{role_key}/restore", { params });
  return tryChange({
    sentence,
    show: [
      shown(rolesOfTypeQuery(type_key), (list) =>
        list.map((one) => (one.key === role_key ? { ...one, is_archived: isArchived } : one)),
      ),
    ],
    send: isArchived ? archive : restore,
    inverse: isArchived ? restore : archive,
  });
}
