/** The people of the directory: accounts, with the names that the directory has for them. */
import { eq } from "drizzle-orm";
import { db, firstValue, inList, listOf, statement, tables, transaction } from "../../../db";
import * as accounts from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { Email } from "../../http/schemas";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { plainLine } from "../../platform/plain-line";
import { updateUserFields } from "../users";
import { type FilteredAttribute, whereOf } from "./filter";
import type { Resource, ScimQuery } from "./model";
import { applyPatch } from "./patches";
import { applyRules } from "./rules";
import { inScim, isLeftOut, listOfResources, parseResource, scimProblem, selected } from "./scim";

const { directoryPeople } = tables;
const isPerson = (id: string) => eq(directoryPeople.user_id, id);

/** Resources of one answer. */
export const MAX_PAGE = 200;

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";

/** The role of people whose groups give none. */
const ROLE = "viewer";

type Row = {
  id: string;
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  display_name: string;
  email: string;
  is_active: number;
  created_at: string;
  updated_at: string;
};

/** Accounts of people, but those that the directory has deleted. */
const SOURCE = `users u LEFT JOIN directory_people d ON d.user_id = u.id WHERE NOT u.is_service_account AND d.deleted_at IS NULL`;
const USER_NAME = "coalesce(d.user_name, u.email)";
const UPDATED = "max(u.updated_at, coalesce(d.updated_at, ''))";
const COLUMNS = `u.id, ${USER_NAME} AS user_name, d.external_id, d.given_name, d.family_name, u.display_name, u.email,
  u.is_active, u.created_at, ${UPDATED} AS updated_at`;

const FILTERED: Record<string, FilteredAttribute> = {
  id: { sql: "u.id", kind: "exact" },
  username: { sql: USER_NAME, kind: "text" },
  externalid: { sql: "d.external_id", kind: "exact" },
  displayname: { sql: "u.display_name", kind: "text" },
  emails: { sql: "u.email", kind: "text" },
  "emails.value": { sql: "u.email", kind: "text" },
  "emails.type": { sql: "'work'", kind: "text" },
  "emails.primary": { sql: "1", kind: "flag" },
  "name.givenname": { sql: "d.given_name", kind: "text" },
  "name.familyname": { sql: "d.family_name", kind: "text" },
  active: { sql: "u.is_active", kind: "flag" },
  "meta.created": { sql: "u.created_at", kind: "exact" },
  "meta.lastmodified": { sql: UPDATED, kind: "exact" },
};

type Groups = { value: string; display: string }[];

/** Returns the groups of people, by id of a person. */
function groupsOf(ids: readonly string[]): Map<string, Groups> {
  const rows = statement<{ user_id: string; value: string; display: string }, [string]>(
    `SELECT m.user_id, g.id AS value, g.display_name AS display
     FROM directory_members m JOIN directory_groups g ON g.id = m.group_id
     WHERE ${inList("m.user_id")} ORDER BY g.display_name COLLATE NOCASE`,
  ).all(listOf(ids));
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byUser].map(([id, own]) => [id, own.map(({ value, display }) => ({ value, display }))]));
}

/** Serializes a person. @param base the address of the protocol on this server */
const serialize = (row: Row, groups: Groups, base: string): Resource => ({
  schemas: [USER],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  userName: row.user_name,
  name: {
    formatted: row.display_name,
    ...(row.given_name !== null && { givenName: row.given_name }),
    ...(row.family_name !== null && { familyName: row.family_name }),
  },
  displayName: row.display_name,
  emails: [{ value: row.email, type: "work", primary: true }],
  active: row.is_active === 1,
  groups,
  meta: {
    resourceType: "User",
    created: row.created_at,
    lastModified: row.updated_at,
    location: `${base}/Users/${row.id}`,
  },
});

/** Lists a page of people that a filter chooses, by their names in the directory. */
export function listPeople(query: ScimQuery, base: string): Resource {
  return inScim(() => {
    const { sql, parameters } = whereOf(query.filter, FILTERED);
    const start = Math.max(1, query.startIndex);
    const total = firstValue<number>(`SELECT count(*) FROM ${SOURCE} AND ${sql}`, ...parameters) ?? 0;
    const rows = statement<Row, typeof parameters>(
      `SELECT ${COLUMNS} FROM ${SOURCE} AND ${sql} ORDER BY user_name COLLATE NOCASE, u.id LIMIT ? OFFSET ?`,
    ).all(...parameters, Math.min(MAX_PAGE, Math.max(0, query.count)), start - 1);
    const groups = isLeftOut("groups", query) ? new Map<string, Groups>() : groupsOf(rows.map(({ id }) => id));
    const resources = rows.map((row) => selected(serialize(row, groups.get(row.id) ?? [], base), query));
    return listOfResources(resources, total, start);
  });
}

/** Finds a person. @throws Problem 404 */
export function findPerson(id: string, base: string): Resource {
  const row = statement<Row, [string]>(`SELECT ${COLUMNS} FROM ${SOURCE} AND u.id = ?`).get(id);
  if (!row) throw scimProblem(404, "User not found");
  return serialize(row, groupsOf([id]).get(id) ?? [], base);
}

/** The facts about a person that are stored. */
type Facts = {
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  display_name: string;
  email: string;
  is_active: boolean;
};

type Name = { formatted?: string; givenName?: string; familyName?: string };
type Address = { value?: string; type?: string; primary?: boolean };

const textIn = (value: unknown, longest = 200): string | null => plainLine(value, longest) || null;

/** Finds the e-mail address of a resource: the primary one, that of work, the first one, or the name. @throws Problem 400 */
function emailOf({ emails, userName }: Resource): string {
  const given = (Array.isArray(emails) ? emails : []) as Address[];
  const chosen = given.find(({ primary }) => primary) ?? given.find(({ type }) => type === "work") ?? given[0];
  const email = Email.safeParse(chosen?.value ?? userName);
  if (!email.success)
    throw scimProblem(400, "emails: one of them, or else userName, must be an e-mail address", "invalidValue");
  return accounts.emailKey(email.data);
}

/** Returns the facts in a resource. @throws Problem 400 */
function factsOf(resource: Resource): Facts {
  const name = (resource["name"] ?? {}) as Name;
  const email = emailOf(resource);
  const full = [name.givenName, name.familyName].filter(Boolean).join(" ");
  const user_name = textIn(resource["userName"], 320);
  if (user_name === null) throw scimProblem(400, "userName: must not be empty", "invalidValue");
  return {
    user_name,
    external_id: textIn(resource["externalId"], 255),
    given_name: textIn(name.givenName),
    family_name: textIn(name.familyName),
    display_name:
      textIn(resource["displayName"]) ?? textIn(name.formatted) ?? textIn(full) ?? email.slice(0, email.indexOf("@")),
    email,
    is_active: resource["active"] !== false,
  };
}

/** @throws Problem 409 when somebody else has the name in the directory */
function requireFreeName(userName: string, id: string | undefined): void {
  const taken = firstValue<string>(
    `SELECT u.id FROM ${SOURCE} AND ${USER_NAME} = ? COLLATE NOCASE AND u.id IS NOT ?`,
    userName,
    id ?? null,
  );
  if (taken !== undefined) throw scimProblem(409, "userName: somebody has this name already", "uniqueness");
}

function store(userId: string, { user_name, external_id, given_name, family_name }: Facts): void {
  const names = { user_name, external_id, given_name, family_name, deleted_at: null, updated_at: now() };
  db.insert(directoryPeople)
    .values({ user_id: userId, sign_on_groups: [], ...names })
    .onConflictDoUpdate({ target: directoryPeople.user_id, set: names })
    .run();
}

/** Stores the facts about an account that there is. */
function update(actor: Actor, id: string, facts: Facts): void {
  requireFreeName(facts.user_name, id);
  const account = accounts.findUser(id);
  const { display_name, email, is_active } = facts;
  const differs = {
    ...(account?.display_name !== display_name && { display_name }),
    ...(account?.email !== email && { email }),
    ...(account?.is_active !== is_active && { is_active }),
  };
  if (Object.keys(differs).length > 0) updateUserFields(actor, id, differs);
  store(id, facts);
}

/** Finds the account that the directory has deleted and now sends again. */
const findDeleted = (email: string): string | undefined =>
  firstValue<string>(
    "SELECT u.id FROM users u JOIN directory_people d ON d.user_id = u.id WHERE u.email = ? AND d.deleted_at IS NOT NULL",
    email,
  );

/**
 * Creates the account of a person, who signs in by single sign-on; one that the directory has deleted comes back.
 * Publishes `user.created`, or `user.updated`.
 * @throws Problem 409 when somebody has the name or the e-mail address; 403 when the role may do more than the actor
 */
export function createPerson(actor: Actor, body: Resource, base: string): Resource {
  return inScim(() => {
    const facts = factsOf(parseResource("User", body));
    return transaction(() => {
      const earlier = findDeleted(facts.email);
      requireFreeName(facts.user_name, earlier);
      const { email, display_name, is_active } = facts;
      const id = earlier ?? newId();
      if (earlier === undefined)
        accounts.createUser({ id, email, display_name, is_active, role: ROLE, auth_provider: "sso" }, actor);
      else {
        db.update(directoryPeople).set({ deleted_at: null }).where(isPerson(id)).run();
        update(actor, id, facts);
      }
      store(id, facts);
      applyRules(actor, [id]);
      return findPerson(id, base);
    });
  });
}

/** Replaces what is known of a person. Publishes `user.updated`. @throws Problem 404; as `createPerson` does */
export function replacePerson(actor: Actor, id: string, body: Resource, base: string): Resource {
  return inScim(() => {
    const facts = factsOf(parseResource("User", body));
    return transaction(() => {
      findPerson(id, base);
      update(actor, id, facts);
      return findPerson(id, base);
    });
  });
}

/**
 * Changes what the operations of a patch say. Publishes `user.updated`; a deactivation ends all access within a second.
 * @throws Problem 404; as `applyPatch` and `createPerson` do
 */
export const patchPerson = (actor: Actor, id: string, body: Resource, base: string): Promise<Resource> =>
  applyPatch(
    { kind: "User", find: () => findPerson(id, base), store: (after) => update(actor, id, factsOf(after)) },
    body,
  );

/**
 * Takes a person out of the directory: the account is deactivated and stays, with all that is the person's.
 * Publishes `user.updated`.
 * @throws Problem 404; 400 for the last active administrator
 */
export function deletePerson(actor: Actor, id: string, base: string): void {
  inScim(() =>
    transaction(() => {
      const person = findPerson(id, base);
      if (person["active"] === true) updateUserFields(actor, id, { is_active: false });
      store(id, factsOf(person));
      db.update(directoryPeople).set({ deleted_at: now() }).where(isPerson(id)).run();
      statement("DELETE FROM directory_members WHERE user_id = ?").run(id);
    }),
  );
}
