/**
 * Fills a database with a landscape of any size, the same in every run: cards of all built-in types with parents,
 * attributes, lifecycles, descriptions, tags and people, three relations for each card, the events of their creation, linked
 * into the journal's hash chain, and todos and comments on them.
 * `filled.ts` keeps such files.
 */
import { nameKeyOf, statement, transaction, uuidBytes } from "../db";
import { closeDatabase, openDatabase } from "../db/client";
import { chainHash, LAST_SEAL, storedSeal } from "../db/hash-chain";
import type { Field } from "../db/schema/metamodel";
import { areas } from "../src/areas";
import { scorer } from "../src/areas/cards/quality";
import { seedMetamodel } from "../src/areas/metamodel/seed";
import { type CardType, metamodel, type RelationType } from "../src/areas/metamodel/types";
import { stakeholderRolesByType } from "../src/core/access/roles";
import { seedAccess } from "../src/core/access/seed";
import { installAreas } from "../src/core/area";
import { HOUR, MINUTE } from "../src/platform/clock";
import { draw, type Random, randomFrom, uuidOf } from "./random";
import { description, productName } from "./words";
import { fillWork } from "./work";

/** The first administrator of a filled file. */
export const ADMIN = { email: "bench@stoa.example", password: "Many-Measures-1" } as const;

/** A user whose role grants nothing: they see only the applications in which they are a stakeholder. */
export const PARTNER = {
  email: "partner@stoa.example",
  password: ADMIN.password,
  role: "bench_partner",
  cards: 512,
} as const;

export const SEED = 8920;
const RELATIONS_PER_CARD = 3;
/** Rows written in one transaction. */
const CHUNK = 5_000;
const USERS = 20;

/** The proportion of cards of each type; types that are not here count as rare. */
const share: Record<string, number> = {
  ITComponent: 26,
  Application: 22,
  Interface: 14,
  DataObject: 10,
  BusinessProcess: 8,
  BusinessCapability: 5,
  Initiative: 5,
  Organization: 3,
  Objective: 2,
  Provider: 2,
};
const RARE = 1;
const DEEPEST = 4;

const FIRST_DAY = Date.UTC(2023, 0, 2);
const iso = (instant: number) => new Date(instant).toISOString();
const day = (instant: number) => iso(instant).slice(0, 10);

/** Returns the instant when the card at a place in the order of creation is made. */
const instantOf = (place: number) => FIRST_DAY + place * MINUTE;

/** A card as far as later ones need to know it. */
type FilledCard = { seq: number; id: string; depth: number };

/** Everything that is drawn from while filling. */
type World = {
  random: Random;
  adminId: string;
  userIds: string[];
  tagIds: string[];
  batchId: string;
  partnerId: string;
  /** Card type → the cards made so far. */
  made: Map<string, FilledCard[]>;
  /** Names that are taken: type, parent and name in lower case. */
  names: Set<string>;
  /** Hash of the last event in the journal; empty before the first. */
  lastHash: string;
};

function drawValue(field: Field, random: Random, instant: number): unknown {
  switch (field.type) {
    case "number":
      return random.whole(1, 5_000);
    case "cost":
      return random.whole(1, 900) * 1_000;
    case "boolean":
      return random.chance(0.5);
    case "date":
      return day(instant + random.whole(-400, 400) * 24 * HOUR);
    case "url":
      return `https://docs.stoa.example/${random.whole(1, 9_999)}`;
    case "single_select":
      return random.one(field.options ?? [])?.key;
    case "multiple_select":
      return (field.options ?? []).filter(() => random.chance(0.3)).map((option) => option.key);
    default:
      return `${random.whole(1, 40)}.${random.whole(0, 20)}`;
  }
}

function attributesOf(type: CardType, depth: number, random: Random, instant: number): string {
  const attributes: Record<string, unknown> = {};
  for (const [key, field] of type.fields)
    if (key === "capabilityLevel") attributes[key] = `L${depth + 1}`;
    else if (random.chance(0.7)) attributes[key] = drawValue(field, random, instant);
  return JSON.stringify(attributes);
}

function lifecycleOf(random: Random, instant: number): string {
  if (random.chance(0.3)) return "{}";
  const start = instant - random.whole(200, 3_000) * 24 * HOUR;
  const phases: Record<string, string> = { plan: day(start), active: day(start + 150 * 24 * HOUR) };
  if (random.chance(0.4)) phases["phaseOut"] = day(start + 3_000 * 24 * HOUR);
  if (random.chance(0.4)) phases["endOfLife"] = day(start + 3_600 * 24 * HOUR);
  return JSON.stringify(phases);
}

/** Returns the parent of a new card: one of its type, or none. */
function parentOf(type: CardType, { random, made }: World): FilledCard | undefined {
  if (!type.has_hierarchy || !random.chance(0.6)) return undefined;
  const others = made.get(type.key) ?? [];
  const parent = others.length > 0 ? random.one(others) : undefined;
  return parent && parent.depth < DEEPEST ? parent : undefined;
}

/** Returns a name that no other card of the type has under the same parent. */
function freeName(type: string, parentId: string | undefined, { random, names }: World): string {
  for (;;) {
    const name = productName(random);
    const key = `${type}|${parentId ?? ""}|${nameKeyOf(name)}`;
    if (names.has(key)) continue;
    names.add(key);
    return name;
  }
}

const statuses = [
  ["ACTIVE", 94],
  ["ARCHIVED", 4],
  ["PHASING_OUT", 1],
  ["END_OF_LIFE", 1],
] as const;
const approvals = [
  ["DRAFT", 60],
  ["APPROVED", 30],
  ["BROKEN", 7],
  ["REJECTED", 3],
] as const;

/** Draws one card; it is written by `writeCards`, once it is scored. */
function drawCard(type: CardType, world: World, place: number, draws: { status(): string; approval(): string }) {
  const { random, adminId } = world;
  const instant = instantOf(place);
  const parent = parentOf(type, world);
  const id = uuidOf(random, instant);
  const depth = parent ? parent.depth + 1 : 0;
  const seq = place + 1;
  const own = { seq, id, depth };
  const others = world.made.get(type.key);
  if (others) others.push(own);
  else world.made.set(type.key, [own]);
  const status = draws.status();
  const name = freeName(type.key, parent?.id, world);
  return {
    seq,
    id,
    type: type.key,
    subtype: type.subtypes.length > 0 && random.chance(0.8) ? random.one(type.subtypes).key : null,
    name,
    name_key: nameKeyOf(name),
    description: random.chance(0.95) ? description(random) : null,
    parent_id: parent?.id ?? null,
    lifecycle: lifecycleOf(random, instant),
    attributes: attributesOf(type, depth, random, instant),
    status,
    approval_status: draws.approval(),
    data_quality: 0,
    external_id: random.chance(0.2) ? `EXT-${random.whole(1, 9_999_999)}` : null,
    alias: random.chance(0.1) ? productName(random) : null,
    archived_at: status === "ARCHIVED" ? iso(instant + 100 * HOUR) : null,
    created_by: adminId,
    updated_by: random.one(world.userIds),
    created_at: iso(instant),
    updated_at: iso(instant + random.whole(0, 90) * HOUR),
  };
}
type DrawnCard = ReturnType<typeof drawCard>;

const insertInto = (table: string, columns: readonly string[]) => {
  const prepared = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  return (...values: (string | number | Uint8Array | null)[]) => statement(prepared).run(...values);
};

function addTagsAndPeople(card: DrawnCard, { random, tagIds, userIds }: World, instant: number): void {
  const roles = [...(stakeholderRolesByType().get(card.type)?.keys() ?? [])];
  if (random.chance(0.25)) statement("INSERT INTO card_tags VALUES (?, ?)").run(card.id, random.one(tagIds));
  if (roles.length > 0 && random.chance(0.25))
    insertInto("stakeholders", ["id", "card_id", "user_id", "role", "created_at"])(
      uuidOf(random, instant),
      card.id,
      random.one(userIds),
      random.one(roles),
      iso(instant),
    );
}

/** Writes cards with their scores, and one `card.created` event for each, linked into the hash chain of the journal. */
function writeCards(cards: readonly DrawnCard[], world: World): void {
  const { random, adminId, batchId } = world;
  const score = scorer(cards);
  const createCardRow = insertInto("cards", Object.keys(cards[0] as DrawnCard));
  const hashed = ["id", "event_type", "data", "entity_id", "author_id", "undo", "created_at"];
  const insertEvent = insertInto("events", [...hashed, "card_id", "user_id", "batch_id", "seal"]);
  for (const card of cards) {
    createCardRow(...Object.values({ ...card, data_quality: score(card) }));
    const { id, type, name, created_at } = card;
    const event = {
      id: uuidOf(random, Date.parse(created_at)),
      event_type: "card.created",
      data: JSON.stringify({ id, type, name }),
      entity_id: id,
      author_id: adminId,
      undo: null,
      created_at,
    };
    world.lastHash = chainHash(world.lastHash, event);
    insertEvent(...Object.values(event), id, adminId, batchId, storedSeal(world.lastHash));
  }
}

function fillCards(count: number, world: World): void {
  const types = [...metamodel().cardTypes.values()].filter((type) => !type.is_hidden);
  const nextType = draw(
    world.random,
    types.map((type) => [type, share[type.key] ?? RARE] as const),
  );
  const draws = { status: draw(world.random, statuses), approval: draw(world.random, approvals) };
  for (let from = 0; from < count; from += CHUNK)
    transaction(() => {
      // Tags and stakeholders of a card are written before it, so that it is scored once, with everything it has.
      const cards: DrawnCard[] = [];
      for (let place = from; place < Math.min(from + CHUNK, count); place++) {
        const card = drawCard(nextType(), world, place, draws);
        addTagsAndPeople(card, world, instantOf(place));
        cards.push(card);
      }
      writeCards(cards, world);
    });
}

/** Ends of relations are drawn among the cards of the type's source and target. */
function fillRelations(count: number, { random, made }: World): void {
  const usable = [...metamodel().relationTypes.values()].filter(
    (type) => !type.is_hidden && made.has(type.source_type_key) && made.has(type.target_type_key),
  );
  if (usable.length === 0) return;
  const weight = (type: RelationType) => (share[type.source_type_key] ?? RARE) * (share[type.target_type_key] ?? RARE);
  const nextType = draw(
    random,
    usable.map((type) => [type, weight(type)] as const),
  );
  const insert = statement<never, [string, number, number, number, number]>(
    `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, attributes, created_ms)
     VALUES (${uuidBytes()}, ?, ?, ?, '{}', ?)`,
  );
  for (let from = 0; from < count; from += CHUNK)
    transaction(() => {
      for (let place = from; place < Math.min(from + CHUNK, count); place++) {
        const type = nextType();
        const source = random.one(made.get(type.source_type_key) ?? []).seq;
        const target = random.one(made.get(type.target_type_key) ?? []).seq;
        const instant = FIRST_DAY + place * 20_000;
        insert.run(uuidOf(random, instant), type.seq, source, target, instant);
      }
    });
}

/** Creates the users, the tags and the batch that everything belongs to. */
function prepareWorld(random: Random): World {
  const [admin] = statement<{ id: string; password_hash: string }>("SELECT id, password_hash FROM users").all();
  if (!admin) throw new Error("There is no administrator.");
  const at = iso(FIRST_DAY);
  const id = () => uuidOf(random, FIRST_DAY);
  const insertUser = insertInto("users", ["id", "email", "display_name", "role", "created_at", "updated_at"]);
  const userIds = Array.from({ length: USERS }, (_, index) => {
    const userId = id();
    insertUser(userId, `user.${index}@stoa.example`, `User ${index}`, "member", at, at);
    return userId;
  });
  const partnerId = id();
  const roleColumns = ["id", "key", "label", "permissions", "created_at", "updated_at"];
  insertInto("roles", roleColumns)(id(), PARTNER.role, "Partner", "{}", at, at);
  insertUser(partnerId, PARTNER.email, "Partner", PARTNER.role, at, at);
  statement("UPDATE users SET password_hash = ? WHERE id = ?").run(admin.password_hash, partnerId);
  const group = id();
  insertInto("tag_groups", ["id", "name", "created_at"])(group, "Region", at);
  const tagIds = ["Americas", "Asia", "Europe", "Oceania"].map((name, place) => {
    const tagId = id();
    insertInto("tags", ["id", "tag_group_id", "name", "color", "sort_order"])(tagId, group, name, "#1976d2", place);
    return tagId;
  });
  const batchId = id();
  const batchColumns = ["id", "tool_name", "actor_user_id", "origin", "created_at", "committed_at"];
  insertInto("mutation_batches", batchColumns)(batchId, "bench", admin.id, "api", at, at);
  const world = { random, adminId: admin.id, userIds, tagIds, batchId, partnerId };
  const last = statement<{ seal: string }>(LAST_SEAL).get();
  return { ...world, made: new Map(), names: new Set(), lastHash: last?.seal ?? "" };
}

/** Makes the partner a stakeholder of some applications, in a role that grants `card.view`. */
function addPartner({ random, partnerId, made }: World): void {
  const roles = [...(stakeholderRolesByType().get("Application")?.values() ?? [])];
  const role = roles.find((role) => role.permissions["card.view"])?.key;
  if (role === undefined) throw new Error("No stakeholder role of applications grants card.view.");
  const insert = insertInto("stakeholders", ["id", "card_id", "user_id", "role", "created_at"]);
  for (const { id } of (made.get("Application") ?? []).slice(0, PARTNER.cards))
    insert(uuidOf(random, FIRST_DAY), id, partnerId, role, iso(FIRST_DAY));
}

/**
 * Drops the indexes and the search trigger of the large tables: building them once is faster than keeping them row by row.
 * @returns a function that builds them again
 */
function dropIndexes(): () => void {
  const dropped = statement<{ type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_master WHERE tbl_name IN ('cards', 'relations', 'events')
     AND (sql LIKE 'CREATE INDEX %' OR name = 'cards_search_insert') ORDER BY rowid`,
  ).all();
  for (const { type, name } of dropped) statement(`DROP ${type} ${name}`).run();
  return () => {
    for (const { sql } of dropped) statement(sql).run();
    statement("INSERT INTO cards_search (cards_search) VALUES ('rebuild')").run();
  };
}

/**
 * Fills a new database file.
 * @param file its path; nothing may be there yet
 */
export async function fillDatabase(file: string, cards: number, seed = SEED): Promise<void> {
  // The built-in roles grant what the areas define.
  installAreas(areas);
  // Each transaction is to be a commit of its own: all in one would hold every page in memory.
  openDatabase(file, { durableCommits: true });
  try {
    // A file that a crash leaves behind is thrown away, so nothing here waits for the disk.
    statement("PRAGMA synchronous = OFF").run();
    statement("PRAGMA cache_size = -524288").run();
    // References are right by the way they are drawn, and finding out takes the indexes.
    statement("PRAGMA foreign_keys = OFF").run();
    seedMetamodel();
    await seedAccess({ adminEmail: ADMIN.email, adminPassword: ADMIN.password });
    if (metamodel().cardTypes.size === 0) throw new Error("There is no metamodel to make cards of.");
    const world = transaction(() => prepareWorld(randomFrom(seed)));
    const restoreIndexes = dropIndexes();
    fillCards(cards, world);
    transaction(() => addPartner(world));
    fillRelations(cards * RELATIONS_PER_CARD, world);
    const cardIds = [...world.made.values()].flat().map(({ id }) => id);
    fillWork({ ...world, cardIds }, FIRST_DAY);
    restoreIndexes();
    statement("INSERT INTO cards_search (cards_search) VALUES ('optimize')").run();
    // Without the room that building the indexes has left empty, as a backup is and an upgraded file.
    statement("VACUUM").run();
  } finally {
    closeDatabase();
  }
}
