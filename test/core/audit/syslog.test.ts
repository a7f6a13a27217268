/** The journal as messages of syslog. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import { ConfigError, readConfig } from "../../../src/config";
import { isSealed, readLine } from "../../../src/core/audit/audit-line";
import { setExportStay } from "../../../src/core/audit/export";
import { findAudit } from "../../../src/core/audit/findings";
import { sealedEventsAfter } from "../../../src/core/audit/sealed-events";
import { syslogTarget } from "../../../src/core/audit/syslog";
import { measurementsOf } from "../../../src/core/metrics/measurements";
import { authority, certificate, certificateKey } from "../../support/certificates";
import type { Client } from "../../support/client";
import { makeCard } from "../../support/factories";
import { executePeriodic } from "../../support/runs";
import { startTestServer, type TestServer } from "../../support/server";
import { type SyslogReceiver, startSyslogReceiver } from "../../support/syslog-receiver";
import { until } from "../../support/waiting";

let receiver: SyslogReceiver;
let server: TestServer;
let admin: Client;
let environment: Record<string, string>;

beforeAll(async () => {
  setExportStay(0);
  receiver = await startSyslogReceiver();
  environment = { AUDIT_SYSLOG: `tcp://127.0.0.1:${receiver.port}` };
  server = await startTestServer(environment);
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  setExportStay();
});

const exportNow = () => executePeriodic("audit-export");
const newest = () => statement<{ seq: number }>("SELECT max(seq) AS seq FROM events").get()!.seq;
const numbers = () => receiver.received.map((message) => readLine(message)!.seq);
const finding = () => findAudit(readConfig(environment))[0]!;
const lag = () => {
  const found = measurementsOf(readConfig(environment)).find(({ name }) => name === "stoa_audit_lag_seconds");
  return [...(found?.measure() ?? [])];
};

test("each event is a message with its number and its seal; a stretch whose connection broke is sent again", async () => {
  await makeCard(admin, { type: "Application", name: "Zürich" });
  receiver.behave("breaks");
  await exportNow();
  expect(finding()).toMatchObject({ check: "audit: syslog", state: "warning" });
  expect(lag()).toEqual([[expect.any(Number), "syslog"]]);
  expect(lag()[0]![0]).toBeGreaterThan(0);
  expect((await admin.get("/cards")).status).toBe(200);

  receiver.behave("reads");
  await exportNow();
  expect(numbers()).toEqual(Array.from({ length: newest() }, (_, at) => at + 1));
  expect(receiver.received.map((message) => isSealed(readLine(message)!))).not.toContain(false);
  expect(receiver.received.at(-1)).toMatch(
    /^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ stoa - card\.created \[meta sequenceId="\d+"\] \{"seq":.*"name":"Zürich"/,
  );
  expect(finding()).toMatchObject({ state: "ok" });
  expect(lag()).toEqual([[0, "syslog"]]);

  const before = receiver.received.length;
  await exportNow();
  expect(receiver.received).toHaveLength(before);
});

test("a dead receiver is reported and delays nobody, and gets everything once it is there", async () => {
  const { port } = receiver;
  await receiver.stop();
  await makeCard(admin, { type: "Application", name: "While it is dead" });
  await exportNow();
  expect(finding()).toMatchObject({
    state: "warning",
    finding: expect.stringContaining(`127.0.0.1:${port} takes no messages`),
  });
  expect((await server.nobody.get("/api/health/ready")).status).toBe(200);
  receiver = await startSyslogReceiver({ port });
  await exportNow();
  expect(numbers().at(-1)).toBe(newest());
  expect(finding()).toMatchObject({ state: "ok" });
});

test("a stretch that a receiver has not confirmed ends with the server, and is not taken for received", async () => {
  receiver.behave("stays");
  const target = syslogTarget({ host: "127.0.0.1", port: receiver.port, secure: false }, []);
  const stopping = new AbortController();
  const before = receiver.received.length;
  const exported = target.export(0, (after) => sealedEventsAfter(after, newest()), stopping.signal);
  await until(() => receiver.received.length > before, "the messages");
  stopping.abort(new Error("the server stops"));
  expect(exported).rejects.toThrow("the server stops");
  await Promise.allSettled([exported]);
  receiver.behave("reads");
});

test("a stretch goes over TLS to a receiver whose certificate an authority of the configuration vouches for", async () => {
  const secure = await startSyslogReceiver({ tls: { key: certificateKey, cert: certificate } });
  try {
    const target = (host: string, authorities: string[]) =>
      syslogTarget({ host, port: secure.port, secure: true }, authorities, async () => ["127.0.0.1"]);
    const next = (after: number) => sealedEventsAfter(after, newest());
    const { signal } = new AbortController();
    expect(await target("one.example", [authority]).export(newest() - 2, next, signal)).toBe(newest());
    expect(secure.received.map((message) => readLine(message)!.seq)).toEqual([newest() - 1, newest()]);
    const untrusted = target("one.example", []).export(0, next, signal);
    expect(untrusted).rejects.toThrow(/one\.example:\d+ takes no messages: .*(CERT|UNABLE|ISSUER)/);
    const misnamed = target("other.example", [authority]).export(0, next, signal);
    expect(misnamed).rejects.toThrow("ERR_TLS_CERT_ALTNAME_INVALID");
    await Promise.allSettled([untrusted, misnamed]);
    expect(secure.received).toHaveLength(2);
  } finally {
    await secure.stop();
  }
});

test.each(["udp://127.0.0.1:514", "tls://logs.example", "tcp://logs.example:0", "tls://user@logs.example:6514"])(
  "the receiver %s is refused at the start",
  (AUDIT_SYSLOG) => {
    expect(() => readConfig({ AUDIT_SYSLOG })).toThrow(ConfigError);
  },
);
