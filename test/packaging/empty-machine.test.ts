/** An empty machine gets its data back by the commands of the handbook, as somebody types them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, linkSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSums } from "../../scripts/release/release";
import { executable, runStoa, startStoa } from "../support/executable";
import { BUCKET, type S3Store, startS3Store } from "../support/s3-store";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";

const root = join(import.meta.dir, "..", "..");

/** Returns the commands of the handbook's section, one a line. */
function commandsOfHandbook(): string[] {
  const page = readFileSync(join(root, "docs", "administration", "backup.md"), "utf8");
  const section = page.split("## An empty machine in five commands")[1] ?? "";
  return (section.split("```text\n")[1]?.split("```")[0] ?? "").trim().split("\n");
}

let store: S3Store;
let releaseSite: ReturnType<typeof Bun.serve> | undefined;
beforeAll(async () => {
  store = await startS3Store();
  const release = newFolder();
  const processor = process.arch === "arm64" ? "arm64" : "x64";
  linkOrCopy(await executable(), join(release, `stoa-${process.platform}-${processor}`));
  writeSums(release);
  releaseSite = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => new Response(Bun.file(join(release, new URL(request.url).pathname))),
  });
}, 300_000);
afterAll(async () => {
  await releaseSite?.stop(true);
  await store.stop();
});

/** Makes the executable part of a release without copying it, where the file system can. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

test("five commands bring an installation from its second place onto an empty machine, and people sign in as before", async () => {
  const variables = { ...store.environment, BACKUP_PASSPHRASE: "a passphrase on paper" };
  const server = await startStoa({ environment: variables });
  const person = { email: "ada@stoa.example", password: "Enough-Letters-1" };
  const sent = { method: "POST", headers: { "Content-Type": "application/json" } };
  const registered = await fetch(`${server.url}/api/v1/auth/register`, {
    ...sent,
    body: JSON.stringify({ ...person, display_name: "Ada" }),
  });
  const { access_token } = (await registered.json()) as { access_token: string };
  const authorization = { Authorization: `Bearer ${access_token}` };
  await fetch(`${server.url}/api/v1/cards`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...authorization },
    body: JSON.stringify({ type: "Application", name: "Saved" }),
  });
  const made = await runStoa(["backup", "now"], { folder: server.folder, environment: variables });
  expect(made).toMatchObject({ code: 0 });
  const name = /stoa-\d{8}T\d{6}Z\S+\.age/.exec(made.stdout)?.[0];
  await server.kill();

  const machine = newFolder();
  copyFileSync(join(root, "packaging", "install.sh"), join(machine, "install.sh"));
  const lines = Object.entries({ ...variables, HOST: "127.0.0.1", PORT: "0" }).map(
    ([key, value]) => `${key}="${value}"\n`,
  );
  writeFileSync(join(machine, "stoa.env"), lines.join(""));
  const commands = commandsOfHandbook();
  expect([commands.length, name]).toEqual([5, expect.any(String)]);
  const script = commands
    .join("\n")
    .replace(/https:\S+/, `http://127.0.0.1:${releaseSite?.port}`)
    .replace(/s3:\S+/, `s3://${BUCKET}/stoa/${name}`);
  const child = Bun.spawn(["sh", "-ec", script.replace(/^stoa serve$/m, "exec stoa serve")], {
    cwd: machine,
    env: { HOME: machine, PATH: process.env["PATH"] ?? "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true });
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const addressOf = () => /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output.split("is installed")[1] ?? "")?.[0];
  await until(() => addressOf() !== undefined || child.exitCode !== null, "the restored server");
  expect({ output, code: child.exitCode }).toMatchObject({ code: null });
  const url = addressOf();
  expect((await fetch(`${url}/api/v1/auth/me`, { headers: authorization })).status).toBe(200);
  const cards = await (await fetch(`${url}/api/v1/cards`, { headers: authorization })).json();
  expect(cards).toMatchObject({ items: [{ name: "Saved" }] });
  child.kill("SIGTERM");
  await Promise.all([child.exited, collected]);
}, 300_000);
