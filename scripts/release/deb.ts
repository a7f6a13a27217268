/** Makes Debian packages: an archive of `ar` with two tarballs (deb-format(5)). */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

const packaging = join(import.meta.dir, "..", "..", "packaging");
const textOf = (...path: string[]) => readFileSync(join(packaging, ...path));

/** A file of a tarball: its path, permissions and content. */
type Entry = { name: string; mode: number; content: Uint8Array };

/** Packs files of root, with the folders that they lie in. */
async function tarball(entries: readonly Entry[], modified: Date): Promise<Uint8Array> {
  const archive = pack();
  const folders = new Set(
    entries.flatMap(({ name }) => [...name.matchAll(/\/(?=.)/g)].map(({ index }) => name.slice(0, index + 1))),
  );
  const owner = { uid: 0, gid: 0, uname: "root", gname: "root", mtime: modified };
  for (const name of [...folders].sort()) archive.entry({ name, type: "directory", mode: 0o755, ...owner });
  for (const { name, mode, content } of entries) archive.entry({ name, mode, ...owner }, Buffer.from(content));
  archive.finalize();
  const pieces: Uint8Array[] = [];
  for await (const piece of archive) pieces.push(piece as Uint8Array);
  return gzipSync(Buffer.concat(pieces), { level: 6 });
}

/** Returns a member of an archive of `ar`: a head of 60 bytes, and an even number of bytes. */
function member(name: string, content: Uint8Array, modified: Date): Uint8Array {
  const seconds = Math.floor(modified.getTime() / 1_000);
  const fields = [name.padEnd(16), String(seconds).padEnd(12), "0     ", "0     ", "100644  "];
  const head = `${fields.join("")}${String(content.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(content.length % 2 === 0 ? "" : "\n")]);
}

/** Debian's name of a processor → Bun's. */
export const architectures = { amd64: "x64", arm64: "arm64" } as const;

/**
 * Writes a Debian package: the executable, its service and settings, and the account that it runs as.
 * @param file of the package
 * @param executable that it has, for Linux
 * @param of its version and processor, and the time of its files
 */
export async function writeDeb(
  file: string,
  executable: string,
  of: { version: string; architecture: keyof typeof architectures; modified: Date },
): Promise<void> {
  const root = join(packaging, "..");
  const documents = ["NOTICE", "CHANGELOG.md"].map((name) => ({
    name: `./usr/share/doc/stoa/${name}`,
    mode: 0o644,
    content: readFileSync(join(root, name)),
  }));
  const data: Entry[] = [
    { name: "./usr/bin/stoa", mode: 0o755, content: readFileSync(executable) },
    { name: "./usr/lib/systemd/system/stoa.service", mode: 0o644, content: textOf("systemd", "stoa.service") },
    { name: "./etc/stoa/stoa.env", mode: 0o640, content: textOf("systemd", "stoa.env") },
    { name: "./usr/share/doc/stoa/copyright", mode: 0o644, content: readFileSync(join(root, "LICENSE")) },
    ...documents,
  ];
  const size = Math.ceil(statSync(executable).size / 1_024);
  const control = textOf("debian", "control")
    .toString()
    .replace("{version}", of.version)
    .replace("{architecture}", of.architecture)
    .replace("{size}", String(size));
  const scripts = ["postinst", "prerm", "postrm"].map((name) => ({
    name: `./${name}`,
    mode: 0o755,
    content: textOf("debian", name),
  }));
  const about: Entry[] = [
    { name: "./control", mode: 0o644, content: Buffer.from(control) },
    { name: "./conffiles", mode: 0o644, content: Buffer.from("/etc/stoa/stoa.env\n") },
    ...scripts,
  ];
  const { modified } = of;
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from("!<arch>\n"),
      member("debian-binary", Buffer.from("2.0\n"), modified),
      member("control.tar.gz", await tarball(about, modified), modified),
      member("data.tar.gz", await tarball(data, modified), modified),
    ]),
  );
}
