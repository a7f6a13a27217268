/**
 * Builds the executable: `dist/stoa` for this machine, or with `--all` one for each system that Stoa is made for.
 *
 * Bun makes an executable by putting the program behind a copy of itself. For other systems it needs its own binary of
 * that system; those are packages of the same registry that everything else comes from.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { version as bunVersion } from "bun/package.json";
import { commitOf } from "../src/version";
import { buildConsole } from "./console/build";
import { stripSignature } from "./macho";

const root = join(import.meta.dir, "..");
const cache = join(root, "node_modules", ".cache", "bun");

/**
 * The systems that `--all` builds for: the name of the executable, and the package with Bun's binary for that
 * system.
 */
const systems = [
  { name: "stoa-linux-x64", target: "bun-linux-x64", holder: "@oven/bun-linux-x64", binary: "bin/bun" },
  { name: "stoa-linux-arm64", target: "bun-linux-arm64", holder: "@oven/bun-linux-aarch64", binary: "bin/bun" },
  { name: "stoa-darwin-x64", target: "bun-darwin-x64", holder: "@oven/bun-darwin-x64", binary: "bin/bun" },
  { name: "stoa-darwin-arm64", target: "bun-darwin-arm64", holder: "@oven/bun-darwin-aarch64", binary: "bin/bun" },
  { name: "stoa-windows-x64.exe", target: "bun-windows-x64", holder: "@oven/bun-windows-x64", binary: "bin/bun.exe" },
] as const;

/** The executable of this machine. */
export const EXECUTABLE = join(root, "dist", process.platform === "win32" ? "stoa.exe" : "stoa");

/**
 * Builds one executable.
 * @param outfile where it goes
 * @param other the system it is for and the file with Bun's binary; this machine when left out
 * @throws with what the bundler says
 */
export async function buildExecutable(
  outfile: string,
  other: { target?: Bun.Build.CompileTarget; executablePath?: string } = {},
): Promise<void> {
  await buildConsole();
  await Bun.build({
    entrypoints: ["main.ts", "reader.ts", "writer.ts", "state-maker.ts", "backup.ts"].map((name) =>
      join(root, "src", name),
    ),
    // The text is not minified: Elysia reads the text of handlers to see what they use, and the log names functions.
    minify: false,
    sourcemap: "none",
    // Halves the time from start to the first answer.
    bytecode: true,
    // The server's thread and the others share one copy of the code.
    splitting: true,
    format: "esm",
    define: { STOA_COMMIT: JSON.stringify(commitOf(root)) },
    // Only the environment configures Stoa, and no file in the folder it is started in.
    compile: { ...other, outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  if ((other.target ?? `bun-${process.platform}-${process.arch}`) === "bun-darwin-x64") stripSignature(outfile);
}

/** Fetches Bun's binaries for all systems, once for each version of Bun. */
function fetchBinaries(): void {
  const missing = systems.filter(({ holder, binary }) => !existsSync(binaryOf(holder, binary)));
  if (missing.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const { exitCode } = Bun.spawnSync(
    // `--force` lets npm install what is for another system.
    ["npm", "install", "--prefix", folder, "--no-save", "--no-package-lock", "--ignore-scripts", "--force"].concat(
      missing.map(({ holder }) => `${holder}@${bunVersion}`),
    ),
    { stdout: "ignore", stderr: "inherit" },
  );
  if (exitCode !== 0) throw new Error("npm could not fetch Bun's binaries for the other systems.");
}

const folder = join(cache, bunVersion);
const binaryOf = (holder: string, binary: string) => join(folder, "node_modules", holder, binary);

/** Builds the executables of all systems. @throws with what npm or the bundler says */
export async function buildAll(): Promise<void> {
  fetchBinaries();
  for (const { name, target, holder, binary } of systems) {
    const outfile = join(root, "dist", name);
    rmSync(outfile, { force: true });
    await buildExecutable(outfile, { target, executablePath: binaryOf(holder, binary) });
    console.log(`dist/${name}`);
  }
}

if (import.meta.main) {
  if (process.argv.includes("--all")) await buildAll();
  else {
    await buildExecutable(EXECUTABLE);
    console.log("dist/stoa");
  }
}
