/** Makes the package of the client of the API for TypeScript and JavaScript: `stoa-client-<version>.tgz`. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dependencies, version } from "../../package.json";

const root = join(import.meta.dir, "..", "..");

const manifest = {
  name: "stoa-client",
  version,
  description: "Client of the API of Stoa, with types made from its description.",
  license: "MIT",
  type: "module",
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  files: ["index.js", "index.d.ts", "api.d.ts", "README.md", "LICENSE"],
  dependencies: { "openapi-fetch": dependencies["openapi-fetch"] },
};

/** Options of the compiler: modules that Node 20 and browsers load as they are. */
const COMPILED = ["--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--strict", "--skipLibCheck"];

/** Runs a command in a folder. @throws with its output when it fails */
function run(command: string[], cwd: string): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd });
  if (!success) throw new Error(`${command.join(" ")}: ${stdout.toString()}${stderr.toString()}`);
  return stdout.toString();
}

function compile(file: string, ...more: string[]): void {
  const compiler = join(root, "node_modules/typescript-native/bin/tsc");
  run(["node", compiler, file, "--ignoreConfig", "--types", "", ...COMPILED, ...more], dirname(file));
}

/** Checks the types of a program next to the package. @throws with what is wrong */
export const checkTypes = (file: string): void => compile(file, "--noEmit");

/**
 * Makes the package, in a folder of `build/` where it finds its dependencies.
 * @param folder in which the archive is put
 * @returns the folder of the package
 */
export function buildClient(folder: string): string {
  const place = join(root, "build", "client");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const source = readFileSync(join(root, "packaging/client/index.ts"), "utf8");
  writeFileSync(join(place, "index.ts"), source.replace("../../build/api", "./api.js"));
  // A fresh clone has no types of the API yet.
  run([process.execPath, join(root, "scripts/console/types.ts")], root);
  copyFileSync(join(root, "build/api.d.ts"), join(place, "api.d.ts"));
  copyFileSync(join(root, "packaging/client/README.md"), join(place, "README.md"));
  copyFileSync(join(root, "LICENSE"), join(place, "LICENSE"));
  writeFileSync(join(place, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  compile(join(place, "index.ts"), "--declaration");
  run(["npm", "pack", "--pack-destination", folder], place);
  return place;
}
