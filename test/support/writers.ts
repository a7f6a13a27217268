/** Clients that write to a server as fast as it lets them, and remember what it has acknowledged. */
import type { Client } from "./client";

/** The state of a card: the acknowledged one, and those that it may have since. */
export type KnownCard = {
  type: string;
  name: string;
  description: string | null;
  /** The description after the last request, when its answer never came. */
  unanswered?: string;
};

export type KnownRelation = { source_id: string; target_id: string };

/** The memory of all writers of a run. */
export class Memory {
  readonly cards = new Map<string, KnownCard>();
  readonly relations = new Map<string, KnownRelation>();
  /** Names of cards, and ends of relations, whose creation was asked for and never answered. */
  readonly unansweredCards = new Set<string>();
  readonly unansweredRelations = new Set<string>();
  /** Anything else than an acknowledgement or the end of the connection: there must be none. */
  readonly surprises: string[] = [];
  private names = 0;

  newName = (): string => `Card ${++this.names}`;
  get acknowledged(): number {
    return this.cards.size + this.relations.size;
  }
}

export const endsOf = ({ source_id, target_id }: KnownRelation): string => `${source_id} → ${target_id}`;

/** The server has stopped without an answer. */
class ServerGone extends Error {}

/** Is one writer: creates an application, updates it, creates a component, relates the two, and repeats until `stopped` or the server is gone. */
export async function write(client: Client, memory: Memory, stopped: () => boolean): Promise<void> {
  try {
    while (!stopped()) {
      const source = await makeCard(client, memory, "Application");
      await changeCard(client, memory, source, "first");
      const target = await makeCard(client, memory, "ITComponent");
      await relate(client, memory, { source_id: source, target_id: target });
      await changeCard(client, memory, source, "second");
    }
  } catch (error) {
    if (!(error instanceof ServerGone)) throw error;
  }
}

async function send(client: Client, memory: Memory, method: string, path: string, body: unknown, expected: number) {
  const answer = await client.send(method, path, body).catch(() => {
    throw new ServerGone();
  });
  if (answer.status === expected) return answer.body;
  memory.surprises.push(`${method} ${path} → ${answer.status} ${JSON.stringify(answer.body)}`);
  throw new ServerGone();
}

async function makeCard(client: Client, memory: Memory, type: string): Promise<string> {
  const name = memory.newName();
  memory.unansweredCards.add(name);
  const { id } = await send(client, memory, "POST", "/cards", { type, name }, 201);
  memory.unansweredCards.delete(name);
  memory.cards.set(id, { type, name, description: null });
  return id;
}

async function changeCard(client: Client, memory: Memory, id: string, word: string): Promise<void> {
  const card = memory.cards.get(id) as KnownCard;
  const description = `${word} words about ${card.name}`;
  card.unanswered = description;
  await send(client, memory, "PATCH", `/cards/${id}`, { description }, 200);
  card.description = description;
  delete card.unanswered;
}

async function relate(client: Client, memory: Memory, ends: KnownRelation): Promise<void> {
  memory.unansweredRelations.add(endsOf(ends));
  const { id } = await send(client, memory, "POST", "/relations", { type: "relAppToITC", ...ends }, 201);
  memory.unansweredRelations.delete(endsOf(ends));
  memory.relations.set(id, ends);
}
