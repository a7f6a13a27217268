/** The groups of the directory and their members. */
import { eq } from "drizzle-orm";
import { allValues, db, firstValue, inList, listOf, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { plainLine } from "../../platform/plain-line";
import { type FilteredAttribute, whereOf } from "./filter";
import { type Group, MAX_MEMBERS, type Resource, type ScimQuery } from "./model";
import { applyPatch } from "./patches";
import { MAX_PAGE } from "./people";
import { applyRules } from "./rules";
import { inScim, isLeftOut, listOfResources, parseResource, scimProblem, selected } from "./scim";

const { directoryGroups } = tables;

const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

type Row = typeof directoryGroups.$inferSelect;
type Member = { value: string; display: string };

const FILTERED: Record<string, FilteredAttribute> = {
  id: { sql: "id", kind: "exact" },
  displayname: { sql: "display_name", kind: "text" },
  externalid: { sql: "external_id", kind: "exact" },
  "meta.created": { sql: "created_at", kind: "exact" },
  "meta.lastmodified": { sql: "updated_at", kind: "exact" },
};

/** Lists the groups by name, with the number of their members. */
export const listGroups = (): Group[] =>
  statement<Group>(
    `SELECT id, display_name, external_id, updated_at,
       (SELECT count(*) FROM directory_members WHERE group_id = directory_groups.id) AS members
     FROM directory_groups ORDER BY display_name COLLATE NOCASE`,
  ).all();

/** Returns the members of groups, by id of a group. */
function membersOf(ids: readonly string[]): Map<string, Member[]> {
  const rows = statement<Member & { group_id: string }, [string]>(
    `SELECT m.group_id, u.id AS value, u.display_name AS display
     FROM directory_members m JOIN users u ON u.id = m.user_id
     WHERE ${inList("m.group_id")} ORDER BY u.display_name COLLATE NOCASE, u.id`,
  ).all(listOf(ids));
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id);
  return new Map([...byGroup].map(([id, own]) => [id, own.map(({ value, display }) => ({ value, display }))]));
}

const serialize = (row: Row, members: readonly Member[] | undefined, base: string): Resource => ({
  schemas: [GROUP],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.display_name,
  ...(members && { members }),
  meta: {
    resourceType: "Group",
    created: row.created_at,
    lastModified: row.updated_at,
    location: `${base}/Groups/${row.id}`,
  },
});

/** Lists a page of groups that a filter chooses, by name. Without their members when these are left out. */
export function listGroupResources(query: ScimQuery, base: string): Resource {
  return inScim(() => {
    const { sql, parameters } = whereOf(query.filter, FILTERED);
    const start = Math.max(1, query.startIndex);
    const total = firstValue<number>(`SELECT count(*) FROM directory_groups WHERE ${sql}`, ...parameters) ?? 0;
    const rows = statement<Row, typeof parameters>(
      `SELECT * FROM directory_groups WHERE ${sql} ORDER BY display_name COLLATE NOCASE, id LIMIT ? OFFSET ?`,
    ).all(...parameters, Math.min(MAX_PAGE, Math.max(0, query.count)), start - 1);
    const members = isLeftOut("members", query) ? undefined : membersOf(rows.map(({ id }) => id));
    const resources = rows.map((row) => selected(serialize(row, members && (members.get(row.id) ?? []), base), query));
    return listOfResources(resources, total, start);
  });
}

function requireGroup(id: string): Row {
  const row = db.select().from(directoryGroups).where(eq(directoryGroups.id, id)).get();
  if (!row) throw scimProblem(404, "Group not found");
  return row;
}

/** Finds a group with its members. @throws Problem 404 */
export const findGroup = (id: string, base: string): Resource =>
  serialize(requireGroup(id), membersOf([id]).get(id) ?? [], base);

type Facts = { display_name: string; external_id: string | null; members: string[] };

/** Returns the facts in a resource. @throws Problem 400 */
function factsOf(resource: Resource): Facts {
  const display_name = plainLine(resource["displayName"], 500);
  if (display_name === "") throw scimProblem(400, "displayName: must not be empty", "invalidValue");
  const given = (Array.isArray(resource["members"]) ? resource["members"] : []) as { value?: unknown }[];
  if (given.length > MAX_MEMBERS) throw scimProblem(413, `members: a group has ${MAX_MEMBERS} at most`, "tooMany");
  const members = [...new Set(given.flatMap(({ value }) => (typeof value === "string" ? [value] : [])))];
  return { display_name, external_id: plainLine(resource["externalId"], 255) || null, members };
}

/** @throws Problem 400 when a member is nobody */
function requirePeople(ids: readonly string[]): void {
  const known = new Set(
    allValues<string>(`SELECT id FROM users WHERE NOT is_service_account AND ${inList("id")}`, listOf(ids)),
  );
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw scimProblem(400, `members: ${unknown.slice(0, 100)} is no user`, "invalidValue");
}

/** @throws Problem 409 when another group has the name */
function requireFreeName(name: string, id: string): void {
  const taken = firstValue<string>(
    "SELECT id FROM directory_groups WHERE display_name = ? COLLATE NOCASE AND id <> ?",
    name,
    id,
  );
  if (taken !== undefined) throw scimProblem(409, "displayName: another group has this name", "uniqueness");
}

const currentMembers = (id: string): string[] =>
  allValues<string>("SELECT user_id FROM directory_members WHERE group_id = ?", id);

/** Makes some people the members of a group. @returns those who were added and those who left */
function setMembers(id: string, members: readonly string[]): { added: string[]; removed: string[] } {
  const [before, after] = [new Set(currentMembers(id)), new Set(members)];
  const added = [...after].filter((one) => !before.has(one));
  const removed = [...before].filter((one) => !after.has(one));
  requirePeople(added);
  statement(`DELETE FROM directory_members WHERE group_id = ? AND ${inList("user_id")}`).run(id, listOf(removed));
  statement("INSERT INTO directory_members (group_id, user_id) SELECT ?, value FROM json_each(?)").run(
    id,
    listOf(added),
  );
  return { added, removed };
}

/** Creates a group. Publishes `directory.group_created`, and `user.updated` of members who get a role. @throws Problem 409 */
export function createGroup(actor: Actor, body: Resource, base: string): Resource {
  return inScim(() => {
    const { display_name, external_id, members } = factsOf(parseResource("Group", body));
    return transaction(() => {
      const id = newId();
      requireFreeName(display_name, id);
      const stamp = now();
      db.insert(directoryGroups).values({ id, display_name, external_id, created_at: stamp, updated_at: stamp }).run();
      const { added } = setMembers(id, members);
      publish(actor, { type: "directory.group_created", data: { id, name: display_name, members: added.length } });
      applyRules(actor, added);
      return findGroup(id, base);
    });
  });
}

function update(actor: Actor, id: string, { display_name, external_id, members }: Facts): void {
  const before = requireGroup(id);
  requireFreeName(display_name, id);
  db.update(directoryGroups)
    .set({ display_name, external_id, updated_at: now() })
    .where(eq(directoryGroups.id, id))
    .run();
  const { added, removed } = setMembers(id, members);
  const isRenamed = before.display_name !== display_name || before.external_id !== external_id;
  if (!isRenamed && added.length === 0 && removed.length === 0) return;
  publish(actor, {
    type: "directory.group_updated",
    data: { id, name: display_name, added: added.length, removed: removed.length },
  });
  applyRules(actor, isRenamed ? [...members, ...removed] : [...added, ...removed]);
}

/** Replaces a group. Publishes `directory.group_updated`, and `user.updated` of members. @throws Problem 404, 409 */
export function replaceGroup(actor: Actor, id: string, body: Resource, base: string): Resource {
  return inScim(() => {
    const facts = factsOf(parseResource("Group", body));
    return transaction(() => {
      update(actor, id, facts);
      return findGroup(id, base);
    });
  });
}

/** Changes what the operations of a patch say. Publishes as `replaceGroup` does. @throws Problem 404, 409; as `applyPatch` does */
export const patchGroup = (actor: Actor, id: string, body: Resource, base: string): Promise<Resource> =>
  applyPatch(
    { kind: "Group", find: () => findGroup(id, base), store: (after) => update(actor, id, factsOf(after)) },
    body,
  );

/** Deletes a group; its members stay. Publishes `directory.group_deleted`, and `user.updated` of members. @throws Problem 404 */
export function deleteGroup(actor: Actor, id: string): void {
  inScim(() =>
    transaction(() => {
      const { display_name: name } = requireGroup(id);
      const members = currentMembers(id);
      db.delete(directoryGroups).where(eq(directoryGroups.id, id)).run();
      publish(actor, { type: "directory.group_deleted", data: { id, name, members: members.length } });
      applyRules(actor, members);
    }),
  );
}
