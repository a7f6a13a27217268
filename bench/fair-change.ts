/**
 * The fair floor of a change: what no server can leave out that has accounts and a journal. It looks up the token and its
 * user, reads the row and compares it, updates it and writes one entry of the journal with its seal, shares the same commit
 * and sync, and answers with the card. Nothing is validated, nobody notified, and nothing can be undone.
 */
import type { Database } from "bun:sqlite";
import { durable, noteChange } from "../db/durability";
import { chainHash, LAST_SEAL, storedSeal } from "../db/hash-chain";
import { CARD_PARTS, type CardParts, cardJson } from "./card-json";

const TYPE = "card.updated";
const headers = { "content-type": "application/json" };

type User = { id: string; is_active: number };
type Card = { attributes: string };

/** Commits the changes of a turn. */
export function commitChanges(sqlite: Database): void {
  if (sqlite.inTransaction) sqlite.run("COMMIT");
}

/** Returns the handler of a change on a connection. The sync of the log must call `commitChanges` before it begins. */
export function fairChange(sqlite: Database): (request: Request & { params: { id: string } }) => Promise<Response> {
  const begin = sqlite.prepare("BEGIN IMMEDIATE");
  const findUser = sqlite.prepare<User, [string]>("SELECT id, role, is_active FROM users WHERE id = ?");
  const findCard = sqlite.prepare<Card, [string]>("SELECT * FROM cards WHERE id = ?");
  const findSeal = sqlite.prepare<{ seal: string }, []>(LAST_SEAL);
  const update = sqlite.prepare("UPDATE cards SET attributes = ?, updated_by = ?, updated_at = ? WHERE id = ?");
  const insert = sqlite.prepare(
    `INSERT INTO events (id, event_type, data, entity_id, author_id, created_at, card_id, user_id, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const read = sqlite.prepare(`SELECT ${CARD_PARTS} FROM cards c WHERE c.id = ?`);
  const tokens = new Map<string, string>();

  const write = (id: string, userId: string, attributes: unknown) => {
    if (!sqlite.inTransaction) begin.run();
    const card = findCard.get(id) as Card;
    const old = JSON.parse(card.attributes);
    if (Bun.deepEquals(old, attributes)) return;
    const at = new Date().toISOString();
    update.run(JSON.stringify(attributes), userId, at, id);
    const data = JSON.stringify({ id, changes: { attributes: { old, new: attributes } } });
    const event = { id: Bun.randomUUIDv7(), event_type: TYPE, data, entity_id: id, author_id: userId, undo: null };
    const seal = chainHash(findSeal.get()?.seal ?? "", { ...event, created_at: at });
    insert.run(event.id, TYPE, data, id, userId, at, id, userId, storedSeal(seal));
    noteChange();
  };

  /** Returns the user of a token, whose claims are read once. */
  const userOf = (request: Request): User | null => {
    const token = request.headers.get("authorization") ?? "";
    const claims = () => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const id = tokens.get(token) ?? String(claims().sub);
    tokens.set(token, id);
    return findUser.get(id);
  };

  return async (request) => {
    const user = userOf(request);
    if (!user?.is_active) return new Response('{"detail":"Not authenticated"}', { status: 401, headers });
    const { attributes } = (await request.json()) as { attributes: unknown };
    const { id } = request.params;
    write(id, user.id, attributes);
    const [card] = read.values(id) as unknown as CardParts[];
    await durable();
    return new Response(cardJson(card as CardParts), { headers });
  };
}
