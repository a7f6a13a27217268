/** Random texts are found by random searches exactly as by an index that knows the places of all letters. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { nameKeyOf, statement } from "../../../db";
import { cardType, storedCards } from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const letters = [..."aaabbcABéÉèß%_\\\"'*()^:- ЖжλΛ数据İıǖ🚀ſ", "e\u0301", "u\u0308", "\u0305", "AND", "OR", "\n"];
const textOf = (random: Random, most: number) =>
  Array.from({ length: 1 + random.whole(most) }, () => random.pick(letters)).join("");

/** Returns a part of a text, in any case and with or without its accents. */
function partOf(random: Random, text: string): string {
  const all = [...text];
  const from = random.whole(all.length);
  const part = all.slice(from, from + 3 + random.whole(8)).join("");
  return random.pick([part, part.toUpperCase(), part.toLowerCase(), part.normalize("NFD"), part.normalize("NFC")]);
}

/** The cards in an index with places, which is asked for whole phrases. */
const places = new Database(":memory:");
places.run(
  "CREATE VIRTUAL TABLE placed USING fts5(name, description, name_key UNINDEXED, tokenize='trigram remove_diacritics 1')",
);
afterAll(() => places.close());

const ranked = places.query<{ id: number }, [string, string, number, string, string, string]>(
  `SELECT rowid AS id, CASE WHEN name_key = ?1 THEN 0 WHEN instr(name_key, ?1) = 1 THEN 1
     WHEN rowid IN (SELECT rowid FROM placed WHERE placed MATCH ?2) THEN length(name_key) <> ?3
     WHEN instr(name_key, ?4) > 0 OR rowid IN (SELECT rowid FROM placed WHERE placed MATCH ?5) THEN 2 ELSE 3 END AS rank
   FROM placed WHERE rowid IN (SELECT rowid FROM placed WHERE placed MATCH ?6) ORDER BY 2, name_key, rowid`,
);

/** Finds the numbers of the cards that hold a text, those that fit best first. */
function findPlaced(search: string): number[] {
  const phrase = `"${search.replaceAll('"', '""')}"`;
  const key = nameKeyOf(search);
  const length = [...key.normalize("NFC")].length;
  return ranked.all(key, `name : ^ ${phrase}`, length, key, `name : ${phrase}`, phrase).map(({ id }) => id);
}

const isLongEnough = (search: string) => [...search.replace(/[\u0300-\u036f]/g, "")].length >= 3;

test.each([1, 2, 3, 4])(
  "random searches of seed %d find the cards that contain them, best matches first",
  async (seed) => {
    const random = randomFrom(seed);
    const type = cardType(`Random${seed}`);
    const texts = Array.from({ length: 150 }, () => ({
      name: textOf(random, 6).trim() || "x",
      description: random.whole(4) === 0 ? null : textOf(random, 30),
    }));
    const ids = storedCards(texts.map((text) => ({ type, ...text })));
    const numbers = new Map(
      ids.map((id) => [id, statement<{ seq: number }>("SELECT seq FROM cards WHERE id = ?").get(id)?.seq as number]),
    );
    places.run("DELETE FROM placed");
    for (const [at, { name, description }] of texts.entries())
      places
        .query("INSERT INTO placed (rowid, name, description, name_key) VALUES (?, ?, ?, ?)")
        .run(numbers.get(ids[at] as string) as number, name, description, nameKeyOf(name));

    let found = 0;
    for (let search = 0; search < 150; search++) {
      const { name, description } = random.pick(texts);
      const text = random.whole(5) === 0 ? textOf(random, 6) : partOf(random, random.pick([name, description ?? name]));
      if (!isLongEnough(text)) continue;
      const { body } = await admin.get(`/cards?type=${type}&page_size=200&search=${encodeURIComponent(text)}`);
      const answered = body.items.map(({ id }: { id: string }) => numbers.get(id));
      expect({ text, answered }).toEqual({ text, answered: findPlaced(text) });
      expect(body.total).toBe(answered.length);
      found += answered.length;
    }
    expect(found).toBeGreaterThan(50);
  },
);
