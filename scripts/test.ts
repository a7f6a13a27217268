/**
 * Runs the tests: all of them, or with arguments those of the named folders. `npm test -- adr` runs the folder or file of
 * tests with that name, wherever it lies below `test/`; all other arguments go to `bun test` as they are.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");

/**
 * Returns the arguments for `bun test` that an argument of this command means.
 * @param argument the name of an area or of another folder or file of tests, or anything that `bun test` takes
 */
export function argumentsFor(argument: string): string[] {
  const folders = ["test", ...readdirSync(join(root, "test")).map((name) => `test/${name}`)];
  const candidates = folders.flatMap((folder) => [`./${folder}/${argument}`, `./${folder}/${argument}.test.ts`]);
  const named = /^[\w-]+$/.test(argument) ? candidates.filter((path) => existsSync(join(root, path))) : [];
  return named.length > 0 ? named : [argument];
}

if (import.meta.main) {
  const options = ["--timeout", "120000", "--parallel=2", "--no-isolate", "--no-orphans"];
  const { success, exitCode } = Bun.spawnSync(
    [process.execPath, "test", ...options, ...process.argv.slice(2).flatMap(argumentsFor)],
    // The last compiler takes more time than its code saves in the minutes of a run.
    { cwd: root, stdio: ["inherit", "inherit", "inherit"], env: { ...process.env, BUN_JSC_useFTLJIT: "false" } },
  );
  // A run that a signal has ended has no code.
  process.exit(success ? 0 : exitCode || 1);
}
