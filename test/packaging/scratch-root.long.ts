/**
 * The Debian package is installed, served, replaced and removed by dpkg itself, in a root of its own: a copy of this machine's in
 * memory, which needs the rights of the superuser. `npm run test:long` does so.
 */
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeDeb } from "../../scripts/release/deb";
import { executable } from "../support/executable";
import { newFolder } from "../support/scratch";

const mount = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"];
const mayInstall = Bun.which("dpkg") !== null && Bun.which("adduser") !== null && Bun.spawnSync(mount).exitCode === 0;

/** Makes the root, and runs a script in it. */
const outer = (root: string) => `set -e
mount -t tmpfs none ${root}; mkdir ${root}/upper ${root}/work ${root}/all
mount -t overlay overlay -o lowerdir=/,upperdir=${root}/upper,workdir=${root}/work ${root}/all
mount --bind /dev ${root}/all/dev; mount -t proc proc ${root}/all/proc
cp "$1" ${root}/all/stoa.deb; cp "$2" ${root}/all/inner.sh
exec chroot ${root}/all sh -e /inner.sh`;

/** Each line begins with what it proves; the server is waited for by the command that asks for its health. */
const inner = `export PORT=$1
dpkg -i /stoa.deb >/dev/null && echo installed
getent passwd stoa | grep -q /var/lib/stoa && echo has an account
dpkg --verify stoa && echo is whole
if command -v systemd-analyze >/dev/null; then systemd-analyze verify /usr/lib/systemd/system/stoa.service; fi && echo has a unit
mkdir -p /var/lib/stoa; chown stoa:stoa /var/lib/stoa; cd /var/lib/stoa
DATABASE_URL=file:/var/lib/stoa/stoa.db HOST=127.0.0.1 setpriv --reuid=stoa --regid=stoa --clear-groups /usr/bin/stoa serve >/log 2>&1 </dev/null &
for attempt in 1 2 3 4 5 6 7 8 9 10; do sleep 1; /usr/bin/stoa health >/dev/null 2>&1 && break; done
/usr/bin/stoa health >/dev/null && echo serves
dpkg -i /stoa.deb >/dev/null && echo is replaced
kill $!; wait $! && echo stops
dpkg --purge stoa >/dev/null 2>&1 && test ! -e /usr/bin/stoa && test -s /var/lib/stoa/stoa.db && echo is removed without its data`;

test.skipIf(!mayInstall)(
  "the package is installed by dpkg, serves as its account, is replaced and is removed without its data",
  async () => {
    const folder = newFolder();
    const file = join(folder, "stoa.deb");
    const architecture = process.arch === "arm64" ? "arm64" : "amd64";
    await writeDeb(file, await executable(), {
      version: "1.2.3",
      architecture,
      modified: new Date("2026-01-02T03:04:05Z"),
    });
    const root = join(folder, "root");
    mkdirSync(root);
    const port = 20_000 + (process.pid % 20_000);
    writeFileSync(join(folder, "inner.sh"), inner.replace("$1", String(port)));
    const { stdout, stderr } = Bun.spawnSync(
      ["unshare", "-m", "sh", "-c", outer(root), "sh", file, join(folder, "inner.sh")],
      { env: { PATH: process.env["PATH"] ?? "" }, stderr: "pipe" },
    );
    expect({ stderr: stderr.toString(), proven: stdout.toString().trim().split("\n") }).toMatchObject({
      proven: [
        "installed",
        "has an account",
        "is whole",
        "has a unit",
        "serves",
        "is replaced",
        "stops",
        "is removed without its data",
      ],
    });
  },
  120_000,
);
