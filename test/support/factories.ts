/**
 * Creates what a test needs: types, tags, roles, stakeholders and cards straight in the database, where the API would take
 * many requests; and cards and relations through the API.
 */
import { expect } from "bun:test";
import { db, nameKeyOf, tables, transaction } from "../../db";
import { mandatoryGroups } from "../../src/areas/cards/requirements";
import { metamodel } from "../../src/areas/metamodel/types";
import { rolesByKey, stakeholderRolesByType } from "../../src/core/access/roles";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import type { Client } from "./client";

type CardTypeRow = typeof tables.cardTypes.$inferInsert;
type RelationTypeRow = typeof tables.relationTypes.$inferInsert;
type CardRow = typeof tables.cards.$inferInsert;
type Field = NonNullable<CardTypeRow["fields_schema"]>[number]["fields"][number];

const stamps = () => ({ created_at: now(), updated_at: now() });
/** Counted from here, so that names of the same length sort in the order in which they are made. */
let made = 10_000;
/** Returns a name that no other call returns. */
export const unique = (prefix: string) => `${prefix}${++made}`;

/** Returns a field of a card type; its label is its key. */
export const field = (key: string, type: Field["type"], rest: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...rest,
});

/** Creates a card type, or updates the one with the key. */
export function cardType(key: string, fields: Field[] = [], rest: Partial<CardTypeRow> = {}): string {
  const row = {
    key,
    label: key,
    subtypes: [],
    fields_schema: [{ section: "Main", fields }],
    stakeholder_roles: [],
    section_config: {},
    translations: {},
    ...rest,
  };
  transaction(() => {
    db.insert(tables.cardTypes).values(row).onConflictDoUpdate({ target: tables.cardTypes.key, set: row }).run();
    metamodel.drop();
  });
  return key;
}

/** Creates a relation type, or updates the one with the key. */
export function relationType(key: string, source: string, target: string, rest: Partial<RelationTypeRow> = {}): string {
  const row = {
    key,
    label: `${key} of`,
    reverse_label: `${key} by`,
    source_type_key: source,
    target_type_key: target,
    attributes_schema: [],
    translations: {},
    ...rest,
  };
  transaction(() => {
    db.insert(tables.relationTypes)
      .values(row)
      .onConflictDoUpdate({ target: tables.relationTypes.key, set: row })
      .run();
    metamodel.drop();
  });
  return key;
}

/** Creates a stakeholder role of a card type that grants these permissions. */
export function stakeholderRole(
  cardTypeKey: string,
  key: string,
  granted: string[] = [],
  rest: { is_archived?: boolean; label?: string; color?: string } = {},
): string {
  const permissions = Object.fromEntries(granted.map((permission) => [permission, true]));
  transaction(() => {
    db.insert(tables.stakeholderRoleDefinitions)
      .values({
        id: newId(),
        card_type_key: cardTypeKey,
        key,
        label: key,
        permissions,
        translations: {},
        ...stamps(),
        ...rest,
      })
      .run();
    stakeholderRolesByType.drop();
  });
  return key;
}

/** Makes a user a stakeholder of a card. */
export function stakeholder(cardId: string, userId: string | undefined, role: string): string {
  const id = newId();
  transaction(() =>
    db
      .insert(tables.stakeholders)
      .values({ id, card_id: cardId, user_id: userId as string, role, created_at: now() })
      .run(),
  );
  return id;
}

/** Creates a role that grants exactly these permissions. */
export function role(...granted: string[]): string {
  const key = unique("role_");
  const permissions = Object.fromEntries(granted.map((permission) => [permission, true]));
  transaction(() => {
    db.insert(tables.roles)
      .values({ id: newId(), key, label: key, permissions, ...stamps() })
      .run();
    rolesByKey.drop();
  });
  return key;
}

/** Creates a tag group with tags of these names. */
export function tagGroup(
  name: string,
  tagNames: string[],
  rest: { mandatory?: boolean; restrict_to_types?: string[] | null } = {},
): { id: string; tags: string[] } {
  const id = newId();
  const tags = tagNames.map(() => newId());
  transaction(() => {
    db.insert(tables.tagGroups)
      .values({ id, name, created_at: now(), ...rest })
      .run();
    for (const [place, tag] of tags.entries())
      db.insert(tables.tags)
        .values({ id: tag, tag_group_id: id, name: tagNames[place] as string, color: "#00897b", sort_order: place })
        .run();
    mandatoryGroups.drop();
  });
  return { id, tags };
}

/** Puts a tag on a card. */
export const tagCard = (cardId: string, tagId: string | undefined): void =>
  transaction(() => {
    db.insert(tables.cardTags)
      .values({ card_id: cardId, tag_id: tagId as string })
      .run();
  });

/** Inserts cards in one transaction, as they are given; `name_key` follows from the name. */
export function storedCards(rows: readonly (Partial<CardRow> & { type: string; name: string })[]): string[] {
  return transaction(() =>
    rows.map((row) => {
      const id = row.id ?? newId();
      db.insert(tables.cards)
        .values({ lifecycle: "{}", attributes: "{}", ...stamps(), ...row, id, name_key: nameKeyOf(row.name) })
        .run();
      return id;
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

/** Creates a card through the API. */
export async function makeCard(client: Client, fields: Record<string, unknown> & { type: string }): Promise<Body> {
  const answer = await client.post("/cards", { name: unique("Card "), ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Creates a relation through the API. */
export async function relate(
  client: Client,
  type: string,
  source: { id: string },
  target: { id: string },
  rest: Record<string, unknown> = {},
): Promise<Body> {
  const answer = await client.post("/relations", { type, source_id: source.id, target_id: target.id, ...rest });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Returns a card as the API answers it now. */
export async function cardNow(client: Client, id: string): Promise<Body> {
  const answer = await client.get(`/cards/${id}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/**
 * Remembers where the journal ends.
 * @param admin a user who may read all of it
 * @returns a function that answers the events since then, oldest first, 200 at most
 */
export async function watch(admin: Client): Promise<() => Promise<Body[]>> {
  const latest = async () => (await admin.get("/events?page_size=200")).body as Body[];
  const seen = (await latest())[0]?.id;
  return async () => {
    const events = await latest();
    const end = events.findIndex((event) => event.id === seen);
    return (end < 0 ? events : events.slice(0, end)).reverse();
  };
}

/** Returns the identities of the violations of a 422: each as `loc` joined by dots, and its type. */
export const violationsOf = (body: Body): string[] =>
  Array.isArray(body?.detail)
    ? body.detail.map((violation: Body) => `${violation.loc.join(".")}: ${violation.type}`)
    : [];
