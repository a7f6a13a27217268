/**
 * Lists the operations of the API with the pages of the console that use them: `bun scripts/console/uses.ts`. It follows the
 * names from the view of each page to the addresses that are called, so that what nobody mentions counts for nothing.
 */
import { consoleSources, pageOf } from "../console-graph";
import { type Part, type Source, sourceOf } from "./declarations";

/** The name of what stands around every page. */
export const FRAME = "every page";

/** The list of pages, which the frame shows one of. */
const LIST = "pages/index.ts";

/** Returns the parts of a source that have a name; of `*` all of them. */
function partsNamed(sources: ReadonlyMap<string, Source>, file: string, name: string): Part[] {
  const source = sources.get(file);
  if (!source) return [];
  if (name === "*") return source.parts;
  const from = source.imports.get(name);
  if (from) return partsNamed(sources, from.file, from.name);
  const own = source.parts.filter(({ names }) => names.includes(name));
  return own.length > 0 ? own : source.passesOn.flatMap((other) => partsNamed(sources, other, name));
}

/** Returns the parts that are within reach of some, themselves included. @param isWall names the sources that it stops at */
function reach(
  sources: ReadonlyMap<string, Source>,
  start: readonly Part[],
  isWall: (file: string) => boolean = () => false,
): Set<Part> {
  const reached = new Set<Part>();
  const queue = [...start];
  for (let part = queue.pop(); part; part = queue.pop()) {
    if (reached.has(part) || isWall(part.file)) continue;
    reached.add(part);
    const { parts } = sources.get(part.file)!;
    // An import executes the statements of its source.
    queue.push(...parts.filter(({ names }) => names.length === 0));
    for (const name of part.mentions) queue.push(...partsNamed(sources, part.file, name));
    for (const file of part.loads) queue.push(...partsNamed(sources, file, "*"));
  }
  return reached;
}

/** Returns the calls of a part with their methods; an address without one is sent by whoever is in reach, or mentions it. */
function callsOf(sources: ReadonlyMap<string, Source>, part: Part): { method: string; address: string }[] {
  const isHandingOn = part.calls.some(({ method }) => method === undefined);
  const users = sources.get(part.file)!.parts.filter(({ mentions }) => part.names.some((name) => mentions.has(name)));
  const sends = isHandingOn ? [...reach(sources, [part]), ...users].flatMap((one) => [...one.sends]) : [];
  return part.calls.flatMap(({ method, address }) =>
    (method ? [method] : [...new Set(sends)]).map((one) => ({ method: one, address })),
  );
}

/** Returns the operations that a call may reach. @param names all operations, as in `GET /api/v1/cards` */
function operationsOf({ method, address }: { method: string; address: string }, names: readonly string[]): string[] {
  const name = `${method} ${address}`;
  if (!address.includes("\0")) return names.includes(name) ? [name] : [];
  const pattern = new RegExp(`^${name.split("\0").map(RegExp.escape).join("[^/]+")}$`);
  return names.filter((one) => pattern.test(one));
}

/** Returns the pages, by the names of their folders, that use each operation. @param names all operations, as in `GET /api/v1/cards` */
export function usesOf(names: readonly string[]): Map<string, string[]> {
  const sources = new Map(consoleSources.map((file) => [file, sourceOf(file)]));
  const folders = [...new Set(consoleSources.flatMap((file) => pageOf(file) ?? []))];
  const partsIn = (pattern: RegExp) => [...sources].flatMap(([file, { parts }]) => (pattern.test(file) ? parts : []));
  const reached = [
    { page: FRAME, parts: reach(sources, partsIn(/^main\.tsx$/), (file) => file === LIST) },
    ...folders.map((page) => ({
      page,
      parts: reach(sources, partsIn(new RegExp(`^pages/${page}/pages?\\.ts$`))),
    })),
  ];
  const uses = new Map<string, string[]>();
  for (const { parts } of sources.values())
    for (const part of parts.filter(({ calls }) => calls.length > 0)) {
      const pages = reached.filter((one) => one.parts.has(part)).map(({ page }) => page);
      const users = pages.includes(FRAME) ? [FRAME] : pages;
      for (const operation of callsOf(sources, part).flatMap((call) => operationsOf(call, names)))
        if (users.length > 0) uses.set(operation, [...new Set([...(uses.get(operation) ?? []), ...users])].sort());
    }
  return uses;
}

if (import.meta.main) {
  const { areas } = await import("../../src/areas");
  const { operationsOf: declared } = await import("../../src/core/area");
  const { servedPath } = await import("../../src/core/api/operation");
  const names = declared(areas)
    .filter(({ hidden }) => !hidden)
    .map((operation) => `${operation.method.toUpperCase()} ${servedPath(operation)}`);
  const uses = usesOf(names);
  for (const name of names) console.log(`${name.padEnd(90)} ${uses.get(name)?.join(", ") ?? "-"}`);
}
