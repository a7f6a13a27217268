/**
 * Shows where the time of a durable change goes: Stoa under the runtime's own profiler, while 32 connections
 * change cards.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { logIn } from "../client";
import { copyOfFilled } from "../filled";
import { drive } from "../load";
import { changesOf } from "../measures/floor";
import { newFolder, startStoa } from "../processes";
import { madeOn } from "../report";
import { partsTable } from "./parts-table";

const CARDS = 100_000;
const SECONDS = 5;
const ROUNDS = 3;

type Frame = { functionName: string; url: string };
type Node = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** Parts of a change that the fair floor has too, by the function that does it: what it takes counts for the nearest of these above it. */
const shared = new Map([
  ["commit", "writing the commit into the log (one for all changes of a turn)"],
  ["sync", "waiting for the sync of the disk (one for all that wait)"],
  ["insertEvent", "the entries of the journal, and their indexes"],
  ["publishAll", "what the entries say, and their seals"],
  ["updateColumns", "the UPDATE of the card"],
  ["requireCard", "reading the card"],
  ["cardResponse", "reading it again, and the answer"],
  ["authenticate", "the guard"],
  ["readInput", "reading the body"],
]);

/** Parts of a change that only Stoa has. */
const own = new Map([
  ["joinBatch", "the batch of the entry"],
  ["writeChanges", "what differs, and whether it may be"],
  ["refreshDerivedFields", "levels, formulas, quality"],
  ["readingStakeholders", "who has a part in the card"],
  ["notify", "notifying them, where there are any"],
  ["validate", "validating the body"],
  ["transaction", "savepoint and transaction: a change that fails leaves those beside it"],
  ["serve", "routing, and the steps between these"],
]);
const parts = new Map([...shared, ...own]);

/** Returns the microseconds of each part, for one change. */
function shares({ nodes, samples, timeDeltas }: Profile, changes: number): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const above = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const partOf = (id: number | undefined): string => {
    if (id === undefined) return "everything else: the server, its headers, the network";
    return parts.get(byId.get(id)?.callFrame.functionName.replace(/^async /, "") ?? "") ?? partOf(above.get(id));
  };
  const found = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    found.set(part, (found.get(part) ?? 0) + (timeDeltas[index] ?? 0) / changes);
  }
  const missing = [...parts].filter(([, part]) => !found.has(part)).map(([name]) => name);
  if (missing.length > 0) throw new Error(`The profile has no such functions: ${missing.join(", ")}.`);
  return found;
}

/** Returns the part that only Stoa does, as a share of a change in percent. */
function ownShare(found: ReadonlyMap<string, number>): number {
  const sum = (times: Iterable<number>) => [...times].reduce((total, time) => total + time, 0);
  return (100 * sum([...own.values()].map((part) => found.get(part) ?? 0))) / sum(found.values());
}

/** Runs the load. @returns the profile of the rounds, and how many changes they made */
async function measure(): Promise<{ profile: Profile; changes: number }> {
  const folder = newFolder();
  process.env["BUN_OPTIONS"] = `--cpu-prof --cpu-prof-interval 1000 --cpu-prof-dir=${folder}`;
  const stoa = await startStoa(await copyOfFilled(CARDS, join(folder, "stoa.db")));
  delete process.env["BUN_OPTIONS"];
  const caller = await logIn(stoa);
  const requests = await changesOf(caller);
  let changes = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const load = {
      url: stoa.url,
      connections: 32,
      headers: caller.headers,
      requests: requests(round),
      seconds: SECONDS,
    };
    changes += (await drive(load)).answers;
  }
  await stoa.stop();
  const file = readdirSync(folder).find((name) => name.endsWith(".cpuprofile"));
  return { profile: (await Bun.file(join(folder, file ?? "")).json()) as Profile, changes };
}

/** Returns the parts of a change, as a section of PROFILE.md. */
export async function profileOfChange(): Promise<string> {
  const { profile, changes } = await measure();
  const found = shares(profile, changes);
  const longestFirst = [...found].sort(([, one], [, other]) => other - one);
  return `## A durable change

${madeOn()}
${CARDS.toLocaleString("en")} cards, 32 connections, ${changes} changes. Made with the runtime's profiler, which slows what it watches:
the shares mean more than the times. Start and shutdown are with the server.

${partsTable("For one change", longestFirst)}

${ownShare(found).toFixed(0)} % are what the fair floor leaves out and Stoa may not:

${[...own.values()].map((part) => `- ${part}`).join("\n")}

The rest it does as the floor does, for more: the answer has the tags and people of the card, entries of the journal belong to
batches and tell of notifications too, and the guard checks roles. That is why a change stays at little more than half of the
fair floor.
`;
}
