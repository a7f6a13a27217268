/**
 * The examples for proxies in the handbook, by the programs themselves: streams arrive as they come, uploads pass, and the server
 * sees who asks. nginx and Caddy have to be there, on the path or as `STOA_NGINX` and `STOA_CADDY` name them.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { MIB, upload } from "../areas/file-attachments/support";
import { clientOf } from "../support/client";
import { openEvents } from "../support/event-stream";
import { logIn, type RunningServer, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";

const PAGE = readFileSync(join(import.meta.dir, "../../docs/administration/proxies.md"), "utf8");
/** The address of a client on another machine, as far as this one can have it. */
const ELSEWHERE = "127.0.0.7";

/** Returns the example of a program, between the page and the server of a test. */
function exampleOf(program: string, { url }: RunningServer): string {
  const [, example = ""] = new RegExp(`\`\`\`${program}\n(.*?)\`\`\``, "s").exec(PAGE) ?? [];
  expect(example).toContain("127.0.0.1:8920");
  return example.replaceAll("127.0.0.1:8920", new URL(url).host);
}

/** Returns a port that is free now. */
function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

/** Returns the command and the configuration of a proxy: the example without its certificate, which is a matter of the proxy. */
type Proxy = { name: string; write(folder: string, port: number, server: RunningServer): string[] };

const nginx: Proxy = {
  name: "nginx",
  write(folder, port, server) {
    const example = exampleOf("nginx", server)
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
      .replace(/^ *ssl_certificate.*\n/gm, "");
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${join(folder, kind)};`,
    );
    const file = join(folder, "nginx.conf");
    writeFileSync(
      file,
      `daemon off; pid ${join(folder, "pid")}; error_log stderr; events {} http { access_log off; ${paths.join(" ")} ${example} }`,
    );
    return [process.env["STOA_NGINX"] ?? "nginx", "-p", folder, "-c", file];
  },
};

const caddy: Proxy = {
  name: "Caddy",
  write(folder, port, server) {
    const example = exampleOf("caddy", server).replace("stoa.company.example", `http://127.0.0.1:${port}`);
    const file = join(folder, "Caddyfile");
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${example}`);
    return [process.env["STOA_CADDY"] ?? "caddy", "run", "--config", file, "--adapter", "caddyfile"];
  },
};

/** Logs in from another address, with a header that claims a third one. @returns the token */
const logInFrom = (url: string, address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ email: withAdministrator.ADMIN_EMAIL, password: withAdministrator.ADMIN_PASSWORD });
    const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
    const sent = request(
      `${url}/api/v1/auth/login`,
      { method: "POST", localAddress: address, headers },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve(JSON.parse(text).access_token);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });

describe.each([nginx, caddy])("the example for $name", ({ write }) => {
  let server: RunningServer;
  let proxy: Bun.Subprocess;
  let url: string;

  beforeAll(async () => {
    server = await startStoa({ environment: { ...withAdministrator, TRUSTED_PROXIES: "127.0.0.1" } });
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    const port = freePort();
    url = `http://127.0.0.1:${port}`;
    const command = write(folder, port, server);
    if (!Bun.which(command[0] ?? ""))
      throw new Error(`${command[0]} is not installed, so its example can't be tested.`);
    proxy = Bun.spawn(command, {
      stdout: "ignore",
      stderr: "ignore",
      env: { PATH: process.env["PATH"] ?? "", HOME: folder },
    });
    await until(
      () =>
        fetch(`${url}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      "the proxy to listen",
    );
  });
  afterAll(async () => {
    proxy?.kill();
    await proxy?.exited;
    await server?.stop();
  });

  test("passes the event stream on as it comes", async () => {
    const client = await logIn(url);
    const events = await openEvents(url, client);
    await client.post("/cards", { type: "Application", name: "Seen by way of a proxy" });
    await events.until(({ event }) => event === "card.created");
    events.close();
  });

  test("passes uploads on, also those that are longer than what Stoa takes", async () => {
    const client = await logIn(url);
    const { body: card } = await client.post("/cards", { type: "Application", name: "Has a large file" });
    const uploadOf = (size: number) => upload(client, card.id, "x".repeat(size), "text/plain", "large.txt");
    expect(await uploadOf(9 * MIB)).toMatchObject({ status: 201, body: { size: 9 * MIB } });
    // The proxy's own refusal would be a page.
    expect(await uploadOf(60 * MIB)).toMatchObject({
      status: 400,
      body: { detail: "The file must not be larger than 10 MiB" },
    });
  });

  test("shows the server the address of the client, and not what the client claims", async () => {
    const client = clientOf(server.url, await logInFrom(url, ELSEWHERE));
    const { body } = await client.get("/users/me/sessions");
    expect(body[0]).toMatchObject({ address: ELSEWHERE });
  });
});
