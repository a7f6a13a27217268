/** The time that the list of diagrams takes, compared with the same SQL by itself. */
import { join } from "node:path";
import { statement, transaction } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { areas } from "../../src/areas";
import { contentOf } from "../../src/areas/diagrams/content";
import { SUMMARY } from "../../src/areas/diagrams/list";
import { createDiagramRow } from "../../src/areas/diagrams/rows";
import { installAreas } from "../../src/core/area";
import { logIn } from "../client";
import { ADMIN, SEED } from "../fill";
import { copyOfFilled } from "../filled";
import { newFolder, startFloor, startStoa } from "../processes";
import { type Random, randomFrom, uuidOf } from "../random";
import type { Figure } from "../report";
import { compareWithSql, type Question } from "../sql-comparison";
import { description, productName } from "../words";

/** Characters of a drawing and of its preview; together 200 kB. */
const XML = 180_000;
const THUMBNAIL = 20_000;
/** Cards that a drawing refers to, and those that a diagram is linked to. */
const REFERENCES = 40;
const LINKS = 5;
const FIRST_DAY = Date.UTC(2026, 0, 5);

/** Returns the drawing of some cards, filled up with cells that show none. */
function drawing(random: Random, cardIds: readonly string[]): string {
  const cell = (id: string, place: number) =>
    `<object label="${productName(random)}" cardId="${id}" id="${place}"><mxCell vertex="1" parent="1"/></object>`;
  const cards = cardIds.map(cell).join("");
  const others = `<mxCell value="${description(random)}" style="rounded=1;whiteSpace=wrap" vertex="1" parent="1"/>`;
  return `<mxGraphModel><root>${cards}${others.repeat(Math.ceil((XML - cards.length) / others.length))}</root></mxGraphModel>`;
}

/** Fills diagrams into a filled file. @returns the id of its administrator */
function fillDiagrams(file: string, count: number): string {
  installAreas(areas);
  openDatabase(file);
  const random = randomFrom(SEED);
  const cardIds = statement<{ id: string }>("SELECT id FROM cards ORDER BY seq")
    .all()
    .map(({ id }) => id);
  const some = (amount: number) => Array.from({ length: amount }, () => random.one(cardIds));
  const [admin] = statement<{ id: string }, [string]>("SELECT id FROM users WHERE email = ?").all(ADMIN.email);
  const created_by = admin?.id ?? "";
  const thumbnail = `data:image/svg+xml;base64,${"PHN2".repeat(THUMBNAIL / 4)}`;
  transaction(() => {
    for (let place = 0; place < count; place++) {
      const content = contentOf({ xml: drawing(random, some(REFERENCES)), thumbnail, view: { kind: "card_type" } });
      const at = FIRST_DAY + place * 60_000;
      const row = { id: uuidOf(random, at), name: productName(random), description: description(random), created_by };
      createDiagramRow({ ...row, created_at: new Date(at).toISOString() }, content, some(LINKS));
    }
  });
  closeDatabase();
  return created_by;
}

/** Returns the figure for a file with so many cards and diagrams. */
export async function diagrams(cards: number, count: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const own = join(folder, "stoa.db");
  const bare = join(folder, "floor.db");
  let userId = "";
  for (const file of [own, bare]) userId = fillDiagrams(await copyOfFilled(cards, file), count);
  const [stoa, floor] = await Promise.all([startStoa(own), startFloor(bare)]);
  const { headers } = await logIn(stoa);
  const sql = `SELECT ${SUMMARY} FROM diagrams d ORDER BY d.updated_at DESC, d.id DESC`;
  const what = `list of ${count.toLocaleString("en")} diagrams of 200 kB`;
  const asked: Question = { path: "/api/v1/diagrams", recorded: [[sql, [userId]]] };
  const figure = await compareWithSql({ stoa, floor, headers, rounds }, what, asked);
  await Promise.all([stoa.stop(), floor.stop()]);
  return [figure];
}
