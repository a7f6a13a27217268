/** The plan of the house holds: imports go down only, and no module knows another. */
import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");

/** Inside core: ground first. A part may import those before it. */
const parts = [
  "events",
  "settings",
  "access",
  "metamodel",
  "calculations",
  "cards",
  "relations",
  "mail",
  "notifications",
  "jobs",
];

type Room = { floor: number; area: string };

/** Floors from the ground up; within one, only the parts of core have an order. */
function roomOf(file: string): Room | undefined {
  const [top, second, third] = file.split("/");
  if (top === "db") return { floor: 0, area: "db" };
  if (top !== "src") return undefined;
  if (second === "platform") return { floor: 1, area: "platform" };
  if (second === "http") return { floor: 2, area: "http" };
  if (second === "core") return { floor: 3 + parts.indexOf(third ?? "") / 100, area: `core/${third}` };
  if (second === "modules") return { floor: 4, area: `modules/${third}` };
  const name = second?.replace(/\.ts$/, "") ?? "";
  if (["app", "jobs", "demo"].includes(name)) return { floor: 5, area: "app" };
  if (["config", "version"].includes(name)) return { floor: 0.5, area: name };
  return { floor: 6, area: "main" };
}

type Import = { from: string; to: string };

async function imports(): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of new Glob("{src,db}/**/*.ts").scan(root)) {
    const text = await Bun.file(join(root, file)).text();
    for (const [, path] of text.matchAll(/^(?:import|export)\s[^"']*?from\s+"(\.[^"]+)"/gm))
      found.push({ from: file, to: normalize(join(dirname(file), path as string)) });
  }
  return found;
}

const all = await imports();

test("there is something to look at", () => {
  expect(all.length).toBeGreaterThan(300);
});

test("every part of core has its place in the order", () => {
  const unknown = all
    .map(({ from }) => roomOf(from))
    .filter((room) => room?.area.startsWith("core/") && !parts.includes(room.area.slice(5)));
  expect(unknown).toEqual([]);
});

test("imports go down only", () => {
  const upward = all.filter(({ from, to }) => (roomOf(from)?.floor ?? 9) < (roomOf(to)?.floor ?? 0));
  expect(upward).toEqual([]);
});

test("no module imports another", () => {
  const across = all.filter(({ from, to }) => {
    const [own, other] = [roomOf(from), roomOf(to)];
    return own?.floor === 4 && other?.floor === 4 && own.area !== other.area;
  });
  expect(across).toEqual([]);
});

test("nothing outside db imports the driver", async () => {
  const users: string[] = [];
  for await (const file of new Glob("src/**/*.ts").scan(root))
    if (/from "bun:sqlite"/.test(await Bun.file(join(root, file)).text())) users.push(file);
  expect(users).toEqual([]);
});
