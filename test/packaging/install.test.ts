/** The script that installs a release: what is not as the sums say is not put in place. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSums } from "../../scripts/release/release";
import { newFolder } from "../support/scratch";

const script = join(import.meta.dir, "..", "..", "packaging", "install.sh");

/** Makes a release with executables that say their name. */
function newRelease(): string {
  const folder = newFolder();
  for (const system of ["linux", "darwin"])
    for (const processor of ["x64", "arm64"]) {
      const name = `stoa-${system}-${processor}`;
      writeFileSync(join(folder, name), `#!/bin/sh\necho ${name}\n`);
    }
  writeSums(folder);
  return folder;
}

/** Makes a folder with a `uname` of another machine. */
function machine(system: string, processor: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, "uname"), `#!/bin/sh\n[ "$1" = -s ] && echo ${system} || echo ${processor}\n`);
  chmodSync(join(folder, "uname"), 0o755);
  return folder;
}

async function install(release: string, on: [string, string] = ["Linux", "x86_64"]) {
  const target = join(newFolder(), "bin");
  const child = Bun.spawn(["sh", script, release, target], {
    env: { PATH: `${machine(...on)}:${process.env["PATH"]}` },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, stderr] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, stderr, installed: join(target, "stoa") };
}

let site: ReturnType<typeof Bun.serve>;
let released: string;
beforeAll(() => {
  released = newRelease();
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const file = Bun.file(join(released, new URL(request.url).pathname));
      return existsSync(file.name as string) ? new Response(file) : new Response("", { status: 404 });
    },
  });
});
afterAll(() => site.stop(true));

test.each([
  ["Linux", "x86_64", "stoa-linux-x64"],
  ["Linux", "aarch64", "stoa-linux-arm64"],
  ["Darwin", "arm64", "stoa-darwin-arm64"],
] as const)(
  "on %s with %s the executable %s is installed, from a folder and from an address",
  async (...[system, processor, name]) => {
    for (const release of [released, `http://127.0.0.1:${site.port}/`]) {
      const { code, installed } = await install(release, [system, processor]);
      expect(code).toBe(0);
      expect(readFileSync(installed, "utf8")).toContain(name);
      expect(statSync(installed).mode & 0o777).toBe(0o755);
    }
  },
);

/** Changes a release so that it must not be installed. */
const faults: [fault: string, spoil: (folder: string) => void, message: RegExp][] = [
  [
    "another content",
    (folder) => writeFileSync(join(folder, "stoa-linux-x64"), "spoiled"),
    /isn't what the release's sums say/,
  ],
  ["no sum", (folder) => writeFileSync(join(folder, "SHA256SUMS"), ""), /has no sum of stoa-linux-x64/],
  [
    "a sum of another file of a like name",
    (folder) => writeFileSync(join(folder, "SHA256SUMS"), `${"0".repeat(64)}  stoa-linux-x64.old\n`),
    /has no sum of stoa-linux-x64/,
  ],
];

test.each(faults)("a release whose executable has %s is not installed", async (_, spoil, message) => {
  const folder = newRelease();
  spoil(folder);
  const { code, stderr, installed } = await install(folder);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(existsSync(installed)).toBe(false);
});

test("a release that isn't there, and a machine that there is no executable for, are reported", async () => {
  const missing = await install(`http://127.0.0.1:${site.port}/older`);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("SHA256SUMS could not be had from")]);
  const other = await install(released, ["SunOS", "x86_64"]);
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("no executable for SunOS")]);
  const old = await install(released, ["Linux", "i686"]);
  expect([old.code, old.stderr]).toEqual([1, expect.stringContaining("no executable for i686")]);
});

test("an executable that is running is replaced, and the one before stays what it was for whoever has it open", async () => {
  const target = join(newFolder(), "bin");
  mkdirSync(target);
  writeFileSync(join(target, "stoa"), "older");
  const before = statSync(join(target, "stoa")).ino;
  const child = Bun.spawnSync(["sh", script, released, target], {
    env: { PATH: process.env["PATH"] ?? "" },
    stderr: "pipe",
  });
  expect(child.exitCode).toBe(0);
  expect(statSync(join(target, "stoa")).ino).not.toBe(before);
});
