/** Packages of a release hold what their service needs, and its other files name what there is. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { writeDeb } from "../../scripts/release/deb";
import { layOutContainer, writeSums } from "../../scripts/release/release";
import { newFolder } from "../support/scratch";

const packaging = join(import.meta.dir, "..", "..", "packaging");
const textOf = (path: string) => readFileSync(join(packaging, path), "utf8");

const modified = new Date("2026-01-02T03:04:05Z");

/** Writes a package around an executable that is none. @returns its path */
async function packageIn(folder: string): Promise<string> {
  writeFileSync(join(folder, "stoa"), "an executable");
  const file = join(folder, "stoa.deb");
  await writeDeb(file, join(folder, "stoa"), { version: "1.2.3", architecture: "arm64", modified });
  return file;
}

/** Reads an archive of `ar`: name → content. */
function membersOf(archive: Buffer): Map<string, Buffer> {
  expect(archive.subarray(0, 8).toString()).toBe("!<arch>\n");
  const members = new Map<string, Buffer>();
  for (let at = 8; at < archive.length; ) {
    const head = archive.subarray(at, at + 60).toString();
    expect(head.slice(58)).toBe("`\n");
    const size = Number(head.slice(48, 58));
    members.set(head.slice(0, 16).trim(), archive.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

/** Reads a packed tarball: the permissions and owner of each entry, and its text. */
async function entriesOf(packed: Buffer): Promise<Map<string, { look: string; text: string }>> {
  const entries = new Map<string, { look: string; text: string }>();
  const archive = extract();
  archive.end(gunzipSync(packed));
  for await (const entry of archive) {
    let text = "";
    for await (const piece of entry) text += String(piece);
    const { name, mode, uname } = entry.header;
    entries.set(name, { look: `${mode?.toString(8)} ${uname}`, text });
  }
  return entries;
}

test("a Debian package has the executable, its service, its settings and its licenses, all of root", async () => {
  const members = membersOf(readFileSync(await packageIn(newFolder())));
  expect([...members.keys()]).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
  const data = await entriesOf(members.get("data.tar.gz") as Buffer);
  expect(data.get("./usr/bin/stoa")).toEqual({ look: "755 root", text: "an executable" });
  expect(data.get("./usr/lib/systemd/system/stoa.service")?.text).toBe(textOf("systemd/stoa.service"));
  expect(data.get("./etc/stoa/stoa.env")?.look).toBe("640 root");
  expect(data.get("./usr/")?.look).toBe("755 root");
  expect([...data.keys()]).toContain("./usr/share/doc/stoa/NOTICE");
  const control = await entriesOf(members.get("control.tar.gz") as Buffer);
  expect(control.get("./control")?.text).toMatch(/^Package: stoa\nVersion: 1\.2\.3\nArchitecture: arm64\n/);
  expect(control.get("./control")?.text).not.toContain("{");
  expect(control.get("./postinst")?.look).toBe("755 root");
  expect(control.get("./conffiles")?.text).toBe("/etc/stoa/stoa.env\n");
});

test("a Debian package that is made again is the same", async () => {
  const [one, other] = await Promise.all([packageIn(newFolder()), packageIn(newFolder())]);
  expect(readFileSync(one)).toEqual(readFileSync(other));
});

test("the Debian tools read the package and unpack it, where they are installed", async () => {
  const folder = newFolder();
  const file = await packageIn(folder);
  if (Bun.which("dpkg-deb") === null) return;
  const run = (...args: string[]) => Bun.spawnSync(["dpkg-deb", ...args], { stderr: "pipe" });
  expect(run("--field", file, "Version").stdout.toString().trim()).toBe("1.2.3");
  expect(run("--extract", file, join(folder, "root")).exitCode).toBe(0);
  expect(readFileSync(join(folder, "root/usr/bin/stoa"), "utf8")).toBe("an executable");
});

test.each(["debian/postinst", "debian/prerm", "debian/postrm", "install.sh"])(
  "%s is a script that a shell reads",
  (path) => {
    expect(Bun.spawnSync(["sh", "-n", join(packaging, path)]).exitCode).toBe(0);
  },
);

test("the service runs what the package installs, and may do next to nothing else", () => {
  const unit = textOf("systemd/stoa.service");
  expect(unit).toContain("ExecStart=/usr/bin/stoa serve\n");
  expect(unit).toContain("EnvironmentFile=-/etc/stoa/stoa.env\n");
  const systemd = Bun.which("systemd-analyze");
  if (systemd === null) return;
  // It looks for the executable, which is only there once the package is installed.
  const here = join(newFolder(), "stoa.service");
  writeFileSync(here, unit.replace("ExecStart=/usr/bin/stoa", "ExecStart=/bin/sh"));
  const { exitCode, stderr } = Bun.spawnSync([systemd, "verify", here], { stderr: "pipe" });
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
  const file = join(packaging, "systemd/stoa.service");
  const { stdout } = Bun.spawnSync([systemd, "security", "--offline=true", "--no-pager", file], { stderr: "pipe" });
  const level = /exposure level for stoa\.service: ([\d.]+)/.exec(stdout.toString())?.[1];
  // Versions before 250 can't judge a file.
  if (level !== undefined) expect(Number(level)).toBeLessThanOrEqual(2);
});

test("the container is built of what a release puts in place, and runs as nobody", () => {
  const dist = newFolder();
  for (const name of ["stoa-linux-x64", "stoa-linux-arm64"]) writeFileSync(join(dist, name), name);
  layOutContainer(dist);
  const lines = textOf("container/Dockerfile").split("\n");
  const copied = lines.flatMap((line) => /^COPY (?:--\S+ )*(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? []);
  expect(copied).toEqual([`container/\${TARGETARCH}/stoa`, "container/data", "NOTICE", "LICENSE"]);
  expect(readFileSync(join(dist, "container/amd64/stoa"), "utf8")).toBe("stoa-linux-x64");
  expect(readFileSync(join(dist, "container/arm64/stoa"), "utf8")).toBe("stoa-linux-arm64");
  expect(statSync(join(dist, "container/data")).isDirectory()).toBe(true);
  expect(lines).toContain("USER 10001:10001");
  const healthcheck = lines.find((line) => line.startsWith("HEALTHCHECK"));
  expect(healthcheck).toContain('["/usr/bin/stoa", "health"]');
});

test("the sums of a release are those that sha256sum would write", () => {
  const dist = newFolder();
  writeFileSync(join(dist, "b"), "two");
  writeFileSync(join(dist, "a"), "one");
  writeSums(dist);
  writeSums(dist);
  const sum = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
  expect(readFileSync(join(dist, "SHA256SUMS"), "utf8")).toBe(`${sum("one")}  a\n${sum("two")}  b\n`);
  expect(readdirSync(dist).sort()).toEqual(["SHA256SUMS", "a", "b"]);
});
