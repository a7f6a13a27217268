/**
 * Makes everything of a release in `dist/`: the executables of all systems, Debian packages, what a container is built of, the
 * script that installs, the client of the API, licenses, the list of what is inside (CycloneDX), and the sums of all of it.
 *
 *   npm run release
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { buildAll } from "../build";
import { buildClient } from "./client";
import { architectures, writeDeb } from "./deb";

const root = join(import.meta.dir, "..", "..");

/** Returns the time of the last commit, so that a package made again is the same; the present where there is none. */
function timeOfCommit(): Date {
  const { stdout, success } = Bun.spawnSync(["git", "log", "-1", "--format=%cI"], { cwd: root, stderr: "ignore" });
  return success ? new Date(stdout.toString().trim()) : new Date();
}

/** Writes the list of packages that the executable may contain. @throws when npm can't */
function writeContents(file: string): void {
  const { stdout, success, stderr } = Bun.spawnSync(
    ["npm", "sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"],
    { cwd: root },
  );
  if (!success) throw new Error(`npm could not list the packages: ${stderr.toString()}`);
  writeFileSync(file, stdout);
}

/**
 * Writes the SHA-256 sums of the files of a folder, as `sha256sum` does.
 * @param folder whose files they are; folders in it are left out
 */
export function writeSums(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== "SHA256SUMS",
  );
  const lines = files
    .map(({ name }) => name)
    .sort()
    .map(
      (name) => `${new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, name))).digest("hex")}  ${name}\n`,
    );
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

/**
 * Puts in place what a container is built of: an executable for each processor by Docker's name, and a folder for the data.
 * @param dist where the executables are
 */
export function layOutContainer(dist: string): void {
  const folder = join(dist, "container");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "data", ".keep"), "");
  for (const [name, processor] of Object.entries(architectures)) {
    mkdirSync(join(folder, name), { recursive: true });
    linkSync(join(dist, `stoa-linux-${processor}`), join(folder, name, "stoa"));
  }
}

async function release(): Promise<void> {
  const dist = join(root, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  await buildAll();
  const modified = timeOfCommit();
  for (const [architecture, processor] of Object.entries(architectures)) {
    const file = join(dist, `stoa_${version}_${architecture}.deb`);
    const of = { version, architecture: architecture as keyof typeof architectures, modified };
    await writeDeb(file, join(dist, `stoa-linux-${processor}`), of);
  }
  for (const path of ["NOTICE", "LICENSE", "CHANGELOG.md", "packaging/install.sh", "packaging/container/compose.yaml"])
    copyFileSync(join(root, path), join(dist, path.split("/").at(-1) as string));
  for (const path of [
    "systemd/stoa.service",
    "systemd/stoa.env",
    "launchd/stoa.plist",
    "windows/stoa.xml",
    "metrics/alerts.yml",
    "metrics/dashboard.json",
  ])
    copyFileSync(join(root, "packaging", path), join(dist, path.split("/").at(-1) as string));
  buildClient(dist);
  writeContents(join(dist, "stoa.cdx.json"));
  layOutContainer(dist);
  writeSums(dist);
  for (const name of readdirSync(dist).sort())
    console.log(`dist/${name}  ${Math.ceil(statSync(join(dist, name)).size / 1_048_576)} MiB`);
}

if (import.meta.main) await release();
