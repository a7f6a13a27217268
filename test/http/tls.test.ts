/** TLS by certificate files, which others renew while the server runs. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { readConfig } from "../../src/config";
import { findCertificate } from "../../src/core/diagnostics/certificate";
import { readCertificate, setCertificateInterval } from "../../src/platform/certificate-files";
import {
  authority,
  certificate,
  certificateKey,
  expiredCertificate,
  expiredCertificateKey,
} from "../support/certificates";
import { runStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { startTestServer, type TestServer } from "../support/server";
import { until } from "../support/waiting";

const folder = newFolder();
const files = { TLS_CERTIFICATE_FILE: join(folder, "server.pem"), TLS_KEY_FILE: join(folder, "server.key") };

/** Puts a certificate and its key in the place of those that are there, as programs that renew them do. */
function write(cert: string, key: string): void {
  for (const [path, text] of [
    [files.TLS_CERTIFICATE_FILE, cert],
    [files.TLS_KEY_FILE, key],
  ] as const) {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}

let server: TestServer;
beforeAll(async () => {
  setCertificateInterval(20);
  write(certificate, certificateKey);
  server = await startTestServer(files);
});
afterAll(async () => {
  setCertificateInterval();
  await server.stop();
});

/** Opens a connection that trusts the authority of the tests, and asks for the name in its certificate. */
function connect(): Promise<tls.TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<tls.TLSSocket>();
  const { hostname, port } = new URL(server.url);
  const socket = tls.connect(
    { host: hostname, port: Number(port), ca: authority, servername: "one.example", rejectUnauthorized: false },
    () => resolve(socket),
  );
  socket.on("error", reject);
  return promise;
}

/** Returns the name in the certificate that new connections get; undefined for one that is closed while it is opened. */
async function servedName(): Promise<string | undefined> {
  const socket = await connect().catch(() => undefined);
  const name = socket?.getPeerCertificate().subject.CN;
  socket?.destroy();
  return name as string | undefined;
}

const trust = { ca: authority, checkServerIdentity: () => undefined };
const get = (path: string) => fetch(server.url + path, { tls: trust });

test("the server speaks HTTPS with the certificate of the file, and browsers are asked to stay with it", async () => {
  expect(server.url).toStartWith("https://");
  const response = await get("/api/health");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok" });
  expect(response.headers.get("strict-transport-security")).toContain("max-age=");
  const socket = await connect();
  expect([socket.authorized, socket.getPeerCertificate().subject.CN]).toEqual([true, "one.example"]);
  socket.destroy();
});

test("the executable finds a server well that speaks HTTPS", async () => {
  const { port } = new URL(server.url);
  const environment = { HOST: "127.0.0.1", PORT: port, ...files };
  expect(await runStoa(["health"], { environment })).toMatchObject({
    code: 0,
    stdout: `The server at https://127.0.0.1:${port}/api/health is well.\n`,
  });
});

test("a certificate that is replaced is served to new connections, and an open stream of events continues", async () => {
  const { token } = await server.as("admin");
  const stream = await connect();
  let received = "";
  stream.on("data", (bytes) => {
    received += bytes;
  });
  stream.write(`GET /api/v1/events/stream HTTP/1.1\r\nHost: one.example\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await until(() => received.includes(": stoa"), "the beginning of the stream");
  write(expiredCertificate, expiredCertificateKey);
  await until(async () => (await servedName()) === "two.example", "the new certificate");
  write(certificate, certificateKey);
  await until(async () => (await servedName()) === "one.example", "the certificate of before");
  const created = await fetch(`${server.url}/api/v1/cards`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ type: "Application", name: "Payroll" }),
    tls: trust,
  });
  expect(created.status).toBe(201);
  await until(() => received.includes("card.created"), "the event on the connection of before");
  stream.destroy();
});

const finding = () => findCertificate(readConfig(files));

test("a broken replacement leaves the former certificate in use, and the doctor shows the reason", async () => {
  write("no certificate", certificateKey);
  expect(finding()).toMatchObject({
    state: "problem",
    finding: `TLS_CERTIFICATE_FILE: ${files.TLS_CERTIFICATE_FILE} has no certificate in PEM.`,
  });
  // The file is looked at some times meanwhile.
  await Bun.sleep(100);
  expect(await servedName()).toBe("one.example");
  write(certificate, expiredCertificateKey);
  expect(finding().finding).toContain("is not the key of the first certificate");
  await Bun.sleep(100);
  expect(await servedName()).toBe("one.example");
  write(certificate, certificateKey);
  expect(finding()).toMatchObject({ state: "ok", finding: expect.stringContaining("is valid until 2120-01-01") });
});

test.each([
  { name: "there is no certificate", cert: undefined, key: certificateKey, reason: "doesn't exist" },
  { name: "it is no certificate", cert: "text", key: certificateKey, reason: "has no certificate in PEM" },
  { name: "there is no key", cert: certificate, key: undefined, reason: "doesn't exist" },
  { name: "the key is none", cert: certificate, key: "text", reason: "has no private key in PEM" },
  { name: "the key is another's", cert: certificate, key: expiredCertificateKey, reason: "is not the key of" },
])("files are refused with their variable when $name", ({ cert, key, reason }) => {
  const place = newFolder();
  const [certificateFile, keyFile] = [join(place, "server.pem"), join(place, "server.key")] as const;
  if (cert !== undefined) writeFileSync(certificateFile, cert);
  if (key !== undefined) writeFileSync(keyFile, key);
  const variable = cert === certificate ? "TLS_KEY_FILE" : "TLS_CERTIFICATE_FILE";
  expect(() => readCertificate({ certificateFile, keyFile })).toThrow(new RegExp(`^${variable}: .*${reason}`));
});

test("a certificate that has expired is a problem", () => {
  write(expiredCertificate, expiredCertificateKey);
  expect(finding()).toMatchObject({ state: "problem", finding: expect.stringContaining("has expired") });
  write(certificate, certificateKey);
});
