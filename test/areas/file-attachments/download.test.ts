/** Downloads: headers, ranges, HEAD, memory, and files that go while they are sent. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { makeCard } from "../../support/factories";
import { connectTo } from "../../support/raw";
import { clientAs, testServer } from "../../support/server";
import { inTime } from "../../support/waiting";
import { bytesOf, download as get, MIB, patterned, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

const download = (id: string, init: RequestInit = {}) => get(server.url, viewer, id, init);
const large = patterned(3 * MIB + 17);
let card: string;
let largeId: string;
let smallId: string;
const small = "0123456789";
beforeAll(async () => {
  card = (await makeCard(admin, { type: "Application" })).id;
  largeId = (await upload(admin, card, large, "application/pdf", "large.pdf")).body.id;
  smallId = (await upload(admin, card, small, "text/plain", "small.txt")).body.id;
});

describe("the download of a file", () => {
  test("returns it byte for byte, small or large", async () => {
    const answer = await download(smallId);
    expect(await answer.text()).toBe(small);
    expect(answer.headers.get("content-length")).toBe("10");
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await (await download(largeId)).bytes()).toEqual(large);
  });

  test("is saved by a browser and runs nowhere, whatever it is", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch('/api/v1/users')</script></svg>`;
    const { id } = (await upload(admin, card, svg, "image/svg+xml", "x.svg")).body;
    for (const file of [id, largeId]) {
      const { headers } = await download(file, { headers: { accept: "text/html" } });
      expect(headers.get("content-disposition")).toStartWith("attachment; ");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    }
  });

  test.each([
    ["plain.pdf", `filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
    ["Übersicht 契約.pdf", `filename="?bersicht ??.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%E5%A5%91%E7%B4%84.pdf`],
    ["😀(1)'s*.pdf", `filename="?(1)'s*.pdf"; filename*=UTF-8''%F0%9F%98%80%281%29%27s%2A.pdf`],
    ["a\\b.pdf", `filename="b.pdf"; filename*=UTF-8''b.pdf`],
  ])("is named %j", async (name, expected) => {
    const { id } = (await upload(admin, card, bytesOf("%PDF-1.7"), "application/pdf", name)).body;
    expect((await download(id)).headers.get("content-disposition")).toBe(`attachment; ${expected}`);
  });

  test("is not compressed, also for a client that accepts it", async () => {
    const { id } = (await upload(admin, card, "x".repeat(20_000), "text/plain")).body;
    for (const file of [id, largeId]) {
      const answer = await download(file, { headers: { "accept-encoding": "gzip" } });
      expect(answer.headers.get("content-encoding")).toBeNull();
    }
  });

  test("is not sent again to a client that has it", async () => {
    const etag = (await download(largeId)).headers.get("etag") as string;
    const answer = await download(largeId, { headers: { "if-none-match": etag } });
    expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 304, body: "" });
    expect((await download(smallId, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  test("is answered with 404 for another id", async () => {
    for (const id of ["01900000-0000-7000-8000-00000000dead", "x"]) expect((await download(id)).status).toBe(404);
  });

  test("needs the right to see links and files", async () => {
    expect((await server.nobody.get(`/file-attachments/${smallId}/download`)).status).toBe(401);
  });
});

describe("HEAD of a file", () => {
  test.each([
    ["a small", () => smallId, small.length],
    ["a large", () => largeId, large.length],
  ])("returns for %s file its length and no content", async (_, id, size) => {
    const answer = await download(id(), { method: "HEAD", headers: { range: "bytes=0-1" } });
    expect({
      status: answer.status,
      length: answer.headers.get("content-length"),
      ranges: answer.headers.get("accept-ranges"),
      body: await answer.text(),
    }).toEqual({ status: 200, length: String(size), ranges: "bytes", body: "" });
  });
});

describe("a range of a file", () => {
  const ranges: [range: string, start: number, end: number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=0-99", 0, 100],
    ["bytes=262143-262144", 262_143, 262_145],
    ["bytes=262144-", 262_144, large.length],
    ["bytes=-17", large.length - 17, large.length],
    ["bytes=-99999999", 0, large.length],
    ["bytes=1000-99999999", 1000, large.length],
    ["bytes=524288-2097151", 524_288, 2_097_152],
  ];
  test.each(ranges)("is answered with the bytes of %s", async (range, start, end) => {
    const answer = await download(largeId, { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${large.length}`);
    expect(await answer.bytes()).toEqual(large.slice(start, end));
  });

  test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("is refused when it is %s of ten bytes", async (range) => {
    const answer = await download(smallId, { headers: { range } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe("bytes */10");
  });

  test.each(["bytes=5-2", "bytes=-", "lines=0-1", "bytes=0-1,4-5", "x"])("is ignored when it is %s", async (range) => {
    const answer = await download(smallId, { headers: { range } });
    expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 200, body: small });
  });

  test("is ignored when it refers to another version", async () => {
    const etag = (await download(smallId)).headers.get("etag") as string;
    const ask = (ifRange: string) => download(smallId, { headers: { range: "bytes=0-1", "if-range": ifRange } });
    expect((await ask(etag)).status).toBe(206);
    expect((await ask('"another"')).status).toBe(200);
  });
});

test("downloads that clients don't read hold one piece each, not the file", async () => {
  const { id } = (await upload(admin, card, patterned(10 * MIB), "application/pdf")).body;
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const started = await Promise.all(Array.from({ length: 32 }, () => download(id)));
  const readers = started.map((answer) => (answer.body as ReadableStream<Uint8Array>).getReader());
  for (const reader of readers) expect((await reader.read()).value?.length).toBeGreaterThan(0);
  Bun.gc(true);
  // Server and clients share this process; what the sockets of both hold is less than half of what 32 files would be.
  expect(process.memoryUsage.rss() - before).toBeLessThan(160 * MIB);
  await Promise.all(readers.map((reader) => reader.cancel()));
});

/** Puts so many copies of a file's bytes behind them, so that it is larger than any that is uploaded. */
function enlarge(id: string, size: number, copies: number): void {
  const copy = statement(
    `INSERT INTO file_pieces (attachment_id, position, bytes)
     SELECT attachment_id, position + ?, bytes FROM file_pieces WHERE attachment_id = ? AND position < ?`,
  );
  transaction(() => {
    for (let at = 1; at <= copies; at++) copy.run(at * size, id, size);
    statement("UPDATE file_attachments SET size = ? WHERE id = ?").run((copies + 1) * size, id);
  });
}

test("a download breaks off when its file is deleted, and never looks complete", async () => {
  const { id } = (await upload(admin, card, patterned(10 * MIB), "application/pdf")).body;
  // More than the buffers of any connection hold.
  enlarge(id, 10 * MIB, 7);
  const socket = connectTo(server.url);
  const path = `/api/v1/file-attachments/${id}/download`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${viewer.token}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  expect((await admin.delete(`/file-attachments/${id}`)).status).toBe(204);
  let received = 0;
  let end = "";
  socket.on("data", (bytes) => {
    received += bytes.length;
    end = bytes.toString("latin1").slice(-5);
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve()).on("error", () => {});
    socket.resume();
  });
  await inTime(closed, "the connection to be closed");
  expect(received).toBeLessThan(80 * MIB);
  expect(end).not.toBe("0\r\n\r\n");
});
