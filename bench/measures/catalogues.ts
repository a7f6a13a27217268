/** The time that a large catalogue takes, compared with the same SQL by itself. */
import { join } from "node:path";
import { statement } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { areas } from "../../src/areas";
import { storeArchive } from "../../src/areas/catalogues/content/store";
import { kinds } from "../../src/areas/catalogues/kinds";
import { listEntries } from "../../src/areas/catalogues/list";
import { nodeEntries } from "../../src/areas/catalogues/package/normalize";
import type { Actor } from "../../src/core/access/actor";
import { installAreas } from "../../src/core/area";
import { program } from "../../src/core/journal/journal";
import { logIn } from "../client";
import { ADMIN, SEED } from "../fill";
import { copyOfFilled } from "../filled";
import { newFolder, startFloor, startStoa } from "../processes";
import { randomFrom } from "../random";
import { record } from "../recorded";
import type { Figure } from "../report";
import { compareWithSql, type Question } from "../sql-comparison";
import { description, productName } from "../words";

/** Children of an entry. */
const CHILDREN = 9;
/** A catalogue may take three times as long as its statements. */
const THIRD = 1 / 3;

/** Returns entries of a catalogue in a tree, and their German texts. */
function content(count: number) {
  const random = randomFrom(SEED);
  const nodes = Array.from({ length: count }, (_, place) => ({
    id: `BC-${place + 1}`,
    name: productName(random),
    level: Math.min(4, 1 + Math.floor(Math.log(place * (CHILDREN - 1) + 1) / Math.log(CHILDREN))),
    parent_id: place === 0 ? null : `BC-${Math.ceil(place / CHILDREN)}`,
    description: description(random),
    industry: "Cross-Industry",
  }));
  const texts = nodes.map(({ id }) => [id, { name: productName(random), description: description(random) }] as const);
  return {
    catalogue_version: "9999.1",
    schema_version: "1",
    generated_at: null,
    macro_warnings: [],
    locales: ["en", "de"],
    entries: { capabilities: nodeEntries(nodes), processes: [], value_streams: [] },
    translations: new Map([["de", new Map(texts)]]),
  };
}

/** Fills a catalogue into a filled file. @returns the statements of its answer */
function fillCatalogue(file: string, count: number, locale: string): Question["recorded"] {
  installAreas(areas);
  openDatabase(file);
  const facts = { origin: "upload", licence: "CC-BY-4.0", credit: "", notice: null, sha256: "", size: 0 } as const;
  storeArchive(program("bench"), content(count), { ...facts, catalogue_version: "9999.1" });
  const [admin] = statement<{ id: string }, [string]>("SELECT id FROM users WHERE email = ?").all(ADMIN.email);
  const recorded = record(() => listEntries(kinds.capabilities, { userId: admin?.id } as Actor, locale));
  closeDatabase();
  return recorded;
}

/** Returns the figure for a catalogue of so many entries in a landscape of so many cards. */
export async function catalogues(cards: number, count: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const own = join(folder, "stoa.db");
  const bare = join(folder, "floor.db");
  const locale = "de";
  let recorded: Question["recorded"] = [];
  for (const file of [own, bare]) recorded = fillCatalogue(await copyOfFilled(cards, file), count, locale);
  const [stoa, floor] = await Promise.all([startStoa(own), startFloor(bare)]);
  const { headers } = await logIn(stoa);
  const path = `/api/v1/capability-catalogue?locale=${locale}`;
  const what = `catalogue of ${count.toLocaleString("en")} entries`;
  const figure = await compareWithSql({ stoa, floor, headers, rounds }, what, { path, recorded });
  await Promise.all([stoa.stop(), floor.stop()]);
  return [{ ...figure, atLeast: THIRD }];
}
