/** Changes of the lists, each undone by its opposite. */
import { t } from "@lingui/core/macro";
import { shown, tryChange, valuesBefore } from "../../server/changes";
import { api } from "../../server/client";
import {
  type Principle,
  principlesQuery,
  type Regulation,
  type ResourceType,
  regulationsQuery,
  resourceTypesQuery,
} from "./queries";

/** The fields of an entry that are edited in the list. */
export type EntryChanges = Partial<Pick<Regulation, "label" | "description" | "is_enabled">>;
export type PrincipleChanges = Partial<
  Pick<Principle, "title" | "description" | "rationale" | "implications" | "is_active">
>;

const regulationPath = "/api/v1/metamodel/compliance-regulations/{regulation_id}";
const resourceTypePath = "/api/v1/metamodel/resource-types/{resource_type_id}";
const principlePath = "/api/v1/metamodel/principles/{principle_id}";

/** Returns a list with one of its entries changed. */
const changed =
  (id: string, changes: object) =>
  <T extends { id: string }>(list: T[]): T[] =>
    list.map((one) => (one.id === id ? { ...one, ...changes } : one));

/** Returns a key for a name: letters and digits, with lines between them. */
const keyOf = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "") || "entry";

type Lists = typeof regulationsQuery | typeof resourceTypesQuery | typeof principlesQuery;
type Reply = { response: Response };
type CreationReply = Reply & { data?: { id: string } };

/** Changes an entry of a list; undoing gives it its former values. */
function update<C extends object>(
  of: Lists,
  one: { id: string; name: string },
  changes: C,
  before: C,
  patch: (body: never) => Promise<Reply>,
): Promise<boolean> {
  const { id, name } = one;
  return tryChange({
    sentence: t`${name} is changed`,
    show: [shown(of as typeof regulationsQuery, changed(id, changes))],
    send: () => patch(changes as never),
    inverse: () => patch(before as never),
  });
}

/** Changes a regulation. */
export const updateRegulation = (one: Regulation, changes: EntryChanges): Promise<boolean> =>
  update(
    regulationsQuery,
    { id: one.id, name: changes.label ?? one.label },
    changes,
    valuesBefore(one, changes),
    (body) => api.PATCH(regulationPath, { params: { path: { regulation_id: one.id } }, body }),
  );

/** Changes a kind of links or a category of files. */
export const updateResourceType = (one: ResourceType, changes: EntryChanges): Promise<boolean> =>
  update(
    resourceTypesQuery,
    { id: one.id, name: changes.label ?? one.label },
    changes,
    valuesBefore(one, changes),
    (body) => api.PATCH(resourceTypePath, { params: { path: { resource_type_id: one.id } }, body }),
  );

/** Changes a principle. */
export const updatePrinciple = (one: Principle, changes: PrincipleChanges): Promise<boolean> =>
  update(
    principlesQuery,
    { id: one.id, name: changes.title ?? one.title },
    changes,
    valuesBefore(one, changes),
    (body) => api.PATCH(principlePath, { params: { path: { principle_id: one.id } }, body }),
  );

const postRegulation = (body: object) => api.POST("/api/v1/metamodel/compliance-regulations", { body: body as never });
const postResourceType = (body: object) => api.POST("/api/v1/metamodel/resource-types", { body: body as never });
const postPrinciple = (body: object) => api.POST("/api/v1/metamodel/principles", { body: body as never });
const deleteRegulationRow = (regulation_id: string) =>
  api.DELETE(regulationPath, { params: { path: { regulation_id } } });
const deleteResourceTypeRow = (resource_type_id: string) =>
  api.DELETE(resourceTypePath, { params: { path: { resource_type_id } } });
const deletePrincipleRow = (principle_id: string) => api.DELETE(principlePath, { params: { path: { principle_id } } });

/** Creates an entry of a list; undoing deletes it. */
function create(of: Lists, name: string, post: () => Promise<CreationReply>, remove: (id: string) => Promise<Reply>) {
  let id = "";
  return tryChange({
    sentence: t`${name} is made`,
    show: [shown(of as typeof regulationsQuery, (list) => list)],
    send: async () => {
      const reply = await post();
      id = reply.data?.id ?? "";
      return reply;
    },
    inverse: () => remove(id),
  });
}

/** Deletes an entry of a list; undoing creates it anew. */
function remove(
  of: Lists,
  one: { id: string; name: string },
  send: () => Promise<Reply>,
  post: () => Promise<CreationReply>,
) {
  const { id, name } = one;
  return tryChange({
    sentence: t`${name} is deleted`,
    show: [shown(of as typeof regulationsQuery, (list) => list.filter((other) => other.id !== id))],
    send,
    inverse: post,
  });
}

/** Creates a regulation. */
export const createRegulation = (label: string) =>
  create(regulationsQuery, label, () => postRegulation({ key: keyOf(label), label }), deleteRegulationRow);

/** Creates a kind of links or a category of files. */
export const createResourceType = (kind: ResourceType["kind"], label: string) =>
  create(resourceTypesQuery, label, () => postResourceType({ kind, key: keyOf(label), label }), deleteResourceTypeRow);

/** Creates a principle. */
export const createPrinciple = (title: string) =>
  create(principlesQuery, title, () => postPrinciple({ title }), deletePrincipleRow);

/** Deletes a regulation that isn't built in; findings keep its key. */
export const deleteRegulation = (one: Regulation) =>
  remove(
    regulationsQuery,
    { id: one.id, name: one.label },
    () => deleteRegulationRow(one.id),
    () => postRegulation(one),
  );

/** Deletes a kind of links or a category of files that isn't built in; links and files keep its key. */
export const deleteResourceType = (one: ResourceType) =>
  remove(
    resourceTypesQuery,
    { id: one.id, name: one.label },
    () => deleteResourceTypeRow(one.id),
    () => postResourceType(one),
  );

/** Deletes a principle. */
export const deletePrinciple = (one: Principle) =>
  remove(
    principlesQuery,
    { id: one.id, name: one.title },
    () => deletePrincipleRow(one.id),
    () => postPrinciple(one),
  );
