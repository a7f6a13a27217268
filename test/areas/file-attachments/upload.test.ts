/** Uploads: which files are taken, how a form is read, and what is left of one that is cut off. */
import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { statement, transaction } from "../../../db";
import { checkDatabase } from "../../../db/check";
import { durable } from "../../../db/durability";
import { checks } from "../../../src/areas/file-attachments/definitions";
import { purgeUnfinishedUploads } from "../../../src/areas/file-attachments/upload";
import { makeCard, stakeholder, violationsOf } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";
import { bytesOf, download, formOf, MIB, patterned, upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let card: string;
beforeAll(async () => {
  card = (await makeCard(admin, { type: "Application" })).id;
});

const rows = () => statement<{ files: number }>("SELECT count(*) AS files FROM file_attachments").get()?.files;
const pieces = () => statement<{ pieces: number }>("SELECT count(*) AS pieces FROM file_pieces").get()?.pieces;

const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const office = "application/vnd.openxmlformats-officedocument.";
const docx = `${office}wordprocessingml.document`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

test("a file is attached to its card, and the history shows it", async () => {
  const { body } = await step({
    as: member,
    method: "POST",
    path: `/cards/${card}/file-attachments`,
    body: formOf("a few words", "text/plain", "Übersicht 契約.txt", { category: "contract" }),
    status: 201,
    events: ({ id }) => [
      {
        event_type: "file.uploaded",
        card_id: card,
        user_id: member.userId,
        payload: {
          ...{ attachment_id: id, name: "Übersicht 契約.txt", mime_type: "text/plain", size: 11, category: "contract" },
          ...{ summary: "Übersicht 契約.txt", id },
        },
      },
    ],
  });
  const file = {
    ...{ id: body.id, card_id: card, name: "Übersicht 契約.txt", mime_type: "text/plain", size: 11 },
    ...{ category: "contract", created_by: member.userId, created_at: expect.any(String) },
  };
  expect(body).toEqual(file);
  const second = (await upload(member, card, "", "text/plain", "empty.txt")).body;
  expect(second).toMatchObject({ size: 0, category: null });
  const listed = await viewer.get(`/cards/${card}/file-attachments`);
  expect(listed.body.slice(0, 2)).toEqual([
    expect.objectContaining({ id: second.id }),
    { ...file, creator_name: expect.any(String) },
  ]);
  const page = await viewer.get(`/cards/${card}/file-attachments?page=2&page_size=1`);
  expect(page.body).toMatchObject([{ id: body.id }]);
  await step({
    as: member,
    method: "DELETE",
    path: `/file-attachments/${body.id}`,
    status: 204,
    events: [
      {
        event_type: "file.deleted",
        card_id: card,
        payload: {
          attachment_id: body.id,
          name: file.name,
          mime_type: "text/plain",
          size: 11,
          summary: file.name,
          id: body.id,
        },
      },
    ],
  });
  await step({ as: member, method: "DELETE", path: `/file-attachments/${body.id}`, status: 404, events: [] });
});

describe("the upload of a file", () => {
  const zip = bytesOf("PK\x03\x04\x14\0\0\0\x08\0");
  const taken: [what: string, content: Uint8Array<ArrayBuffer> | string, type: string][] = [
    ["a PDF", "%PDF-1.7\n%\xe2\xe3", "application/pdf"],
    ["a few words that are called a PDF", "a few plain words", "application/pdf"],
    ["an archive that is called a document", zip, docx],
    ["a document with a password", bytesOf("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"), `${office}spreadsheetml.sheet`],
    ["a PNG", bytesOf(png), "image/png"],
    ["a JPEG", bytesOf("\xff\xd8\xff\xe0\0\x10JFIF\0"), "image/jpeg"],
    ["an SVG with a script, which runs nowhere", svg, "image/svg+xml"],
    ["an SVG with a declaration", `<?xml version="1.0"?><!-- a --><!DOCTYPE svg><svg/>`, "image/svg+xml"],
    ["HTML as text", "<!DOCTYPE html><script>alert(1)</script>", "text/plain"],
    ["text that begins like a bitmap", "BMW, Audi and others", "text/plain"],
    ["text that begins like a program", "MZ is a signature", "application/pdf"],
    ["bytes without a signature", patterned(5_000), "image/png"],
    ["many comments and no picture", "<!---->".repeat(1_000), "image/svg+xml"],
    ["text with a parameter", "ä", "text/plain; charset=utf-8"],
  ];
  test.each(taken)("is accepted with %s", async (_, content, type) => {
    const { status, body } = await upload(member, card, content, type);
    expect({ status, body }).toMatchObject({ status: 201, body: { mime_type: type.split(";")[0] as string } });
    const sent = await download(server.url, viewer, body.id);
    expect(await sent.bytes()).toEqual(typeof content === "string" ? new TextEncoder().encode(content) : content);
  });
});

describe("the refused upload of a file", () => {
  const refusals: [what: string, content: Uint8Array<ArrayBuffer> | string, type: string, detail: RegExp][] = [
    ["a page", "<p>x</p>", "text/html", /text\/html is not allowed/],
    ["a file of no type", "x", "", /application\/octet-stream is not allowed/],
    ["a program as a PDF", bytesOf("\x7fELF\x02\x01\x01\0"), "application/pdf", /its content is/],
    ["a program as text", bytesOf("MZ\x90\0\x03\0\0\0"), "text/plain", /its content is/],
    ["an archive as text", bytesOf("PK\x03\x04\x14\0\0\0\x08\0"), "text/plain", /application\/zip/],
    ["an archive as a picture", bytesOf("PK\x03\x04\x14\0\0\0\x08\0"), "image/png", /application\/zip/],
    ["HTML as a picture", " <!doctype HTML><p>x", "image/png", /text\/html/],
    ["HTML as an SVG", "<html><svg/></html>", "image/svg+xml", /text\/html/],
    ["an SVG as a PNG", svg, "image/png", /image\/svg\+xml/],
    ["a picture as a PDF", bytesOf(png), "application/pdf", /image\/png/],
    ["a picture as another", bytesOf("GIF89a\x01\0\x01\0"), "image/jpeg", /image\/gif/],
    ["a PDF as text", "%PDF-1.7\n", "text/plain", /application\/pdf/],
    ["a picture of letters as another", "GIF89a/*alert(1)*/", "image/png", /image\/gif/],
    ["an SVG without content as a PNG", "<!-- a --><!-- b --><svg/>", "image/png", /image\/svg\+xml/],
    ["a script as a document", "#!/bin/sh\nrm -r /", docx, /application\/x-sh/],
  ];
  test.each(refusals)("stores nothing with %s", async (_, content, type, detail) => {
    const before = [rows(), pieces()];
    const body = formOf(content, type);
    const answer = await step({
      as: member,
      method: "POST",
      path: `/cards/${card}/file-attachments`,
      body,
      status: 400,
      events: [],
    });
    expect(answer.body.detail).toMatch(detail);
    expect([rows(), pieces()]).toEqual(before);
  });

  test("stores nothing of a file larger than 10 MiB", async () => {
    expect((await upload(member, card, patterned(10 * MIB), "text/plain")).body).toMatchObject({ size: 10 * MIB });
    const before = [rows(), pieces()];
    for (const size of [10 * MIB + 1, 40 * MIB]) {
      const answer = await upload(member, card, patterned(size), "text/plain");
      expect(answer).toMatchObject({ status: 400, body: { detail: "The file must not be larger than 10 MiB" } });
    }
    expect([rows(), pieces()]).toEqual(before);
  });

  test("is refused for a category that is too long", async () => {
    const before = rows();
    const { status, body } = await upload(member, card, "x", "text/plain", "x", { category: "x".repeat(51) });
    expect({ status, at: violationsOf(body) }).toEqual({ status: 422, at: ["body.category: string_too_long"] });
    expect(rows()).toBe(before);
  });

  test("is refused while uploads are switched off; existing files can be read and deleted", async () => {
    const { id } = (await upload(member, card, "x", "text/plain")).body;
    expect((await admin.patch("/settings/file-uploads-enabled", { enabled: false })).status).toBe(200);
    const answer = await upload(member, card, "x", "text/html");
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining("disabled") } });
    expect((await download(server.url, viewer, id)).status).toBe(200);
    expect((await member.delete(`/file-attachments/${id}`)).status).toBe(204);
    await admin.patch("/settings/file-uploads-enabled", { enabled: true });
  });

  test("is refused for a card that doesn't exist, and for a user without the right", async () => {
    expect((await upload(member, "01900000-0000-7000-8000-00000000dead", "x", "text/plain")).status).toBe(404);
    expect((await upload(viewer, card, "x", "text/plain")).status).toBe(403);
    const own = (await makeCard(admin, { type: "Application" })).id;
    stakeholder(own, viewer.userId, "responsible");
    const { status, body } = await upload(viewer, own, "x", "text/plain");
    expect(status).toBe(201);
    const other = (await upload(member, card, "x", "text/plain")).body;
    expect((await viewer.delete(`/file-attachments/${other.id}`)).status).toBe(403);
    expect((await viewer.delete(`/file-attachments/${body.id}`)).status).toBe(204);
  });
});

describe("the form of an upload", () => {
  const send = (body: string, contentType = "multipart/form-data; boundary=x") =>
    member.post(`/cards/${card}/file-attachments`, body, { "content-type": contentType });
  const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
  const asFile = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';

  test.each([
    ["without an end", `--x\r\n${asFile}\r\n\r\ncontent`, "body: value_error"],
    ["without a beginning", "content\r\n--x--", "body.file: missing"],
    [
      "with text in the place of the file",
      `${part('Content-Disposition: form-data; name="file"', "x")}--x--\r\n`,
      "body.file: missing",
    ],
    [
      "with the file under another name",
      `${part(asFile.replace('"file"', '"files"'), "x")}--x--\r\n`,
      "body.file: missing",
    ],
    ["that is empty", "", "body: value_error"],
    ["of another boundary", `--y\r\n${asFile}\r\n\r\nx\r\n--y--\r\n`, "body: value_error"],
    ["that breaks off in a header", `--x\r\nContent-Disp`, "body: value_error"],
  ])("is refused %s, and nothing of it is stored", async (_, body, violation) => {
    const before = [rows(), pieces()];
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect([["body: value_error"], ["body.file: missing"]]).toContainEqual(violationsOf(answer.body));
    if (violation === "body.file: missing") expect(violationsOf(answer.body)).toEqual([violation]);
    expect([rows(), pieces()]).toEqual(before);
  });

  test.each(["application/json", "multipart/form-data", "multipart/form-data; boundary=", "text/plain", ""])(
    "is refused with the content type %j",
    async (type) => {
      expect((await send(`${part(asFile, "x")}--x--\r\n`, type)).status).toBe(422);
    },
  );

  test("may have its category before the file, and a name in any script or none", async () => {
    const category = part('Content-Disposition: form-data; name="category"', "Verträge");
    const cut = part(asFile.replace("a.txt", ""), "x");
    expect((await send(`${category}${cut}--x--\r\n`)).body).toMatchObject({ category: "Verträge", name: "untitled" });
    const control = part(asFile.replace("a.txt", "a\u202egnp\u0007.txt"), "x");
    expect((await send(`${control}--x--\r\n`)).body).toMatchObject({ name: "agnp.txt" });
    const long = part(asFile.replace("a.txt", "n".repeat(600)), "x");
    expect((await send(`${long}--x--\r\n`)).body).toMatchObject({ name: "n".repeat(500) });
  });
});

test("a form with much content in addition to its file is cut off", async () => {
  const before = [rows(), pieces()];
  const form = formOf("x", "text/plain");
  form.append("other", new File([patterned(15 * MIB)], "other"));
  expect((await member.post(`/cards/${card}/file-attachments`, form)).status).toBe(413);
  expect([rows(), pieces()]).toEqual(before);
});

describe("an interrupted upload", () => {
  /** Begins an upload and sends `bytes` of it; resolves once the server has stored a piece. */
  async function begin(bytes: number) {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), "127.0.0.1");
    const before = pieces() ?? 0;
    socket.on("error", () => {});
    socket.write(
      `POST /api/v1/cards/${card}/file-attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${8 * MIB}\r\n\r\n--x\r\n` +
        'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\n',
    );
    socket.write("a".repeat(bytes));
    await until(() => (pieces() ?? 0) > before, "a piece to be stored");
    return socket;
  }

  test("leaves nothing, and was shown to nobody", async () => {
    const [files, before, event] = [rows(), pieces(), lastEvent()];
    const listed = (await viewer.get(`/cards/${card}/file-attachments`)).body.length;
    const socket = await begin(MIB);
    expect(rows()).toBe((files ?? 0) + 1);
    expect((await viewer.get(`/cards/${card}/file-attachments`)).body).toHaveLength(listed);
    const { id } = statement<{ id: string }>("SELECT id FROM file_attachments WHERE is_complete = 0").get() ?? {
      id: "",
    };
    expect((await download(server.url, viewer, id)).status).toBe(404);
    socket.destroy();
    await until(() => rows() === files, "the file to be gone");
    expect(pieces()).toBe(before);
    expect(eventsAfter(event)).toEqual([]);
  });

  test("is deleted a day later when the server stopped in the middle", () => {
    const old = "2020-01-01T00:00:00.000Z";
    const files = rows();
    transaction(() =>
      statement(
        `INSERT INTO file_attachments (id, card_id, name, mime_type, is_complete, created_at) VALUES
           ('old', ?1, 'x', 'text/plain', 0, ?2), ('new', ?1, 'x', 'text/plain', 0, ?3)`,
      ).run(card, old, new Date().toISOString()),
    );
    purgeUnfinishedUploads();
    expect(rows()).toBe((files ?? 0) + 1);
    transaction(() => statement("DELETE FROM file_attachments WHERE id = 'new'").run());
  });
});

test("the check of a database finds a file that lacks a piece, or has one at the wrong position", async () => {
  const { id } = (await upload(member, card, patterned(MIB), "image/png")).body;
  const found = async () => {
    await durable();
    return checkDatabase(server.databaseFile, checks).find(({ check }) => check === "files");
  };
  expect(await found()).toEqual({ check: "files" });
  transaction(() => statement("UPDATE file_pieces SET position = 1 WHERE attachment_id = ? AND position = 0").run(id));
  expect((await found())?.problem).toContain(id);
  transaction(() => statement("DELETE FROM file_pieces WHERE attachment_id = ? AND position = 1").run(id));
  expect((await found())?.problem).toContain(id);
  await member.delete(`/file-attachments/${id}`);
  expect(await found()).toEqual({ check: "files" });
});

test("a rollback deletes an uploaded file, and reports that a deleted one can't be restored", async () => {
  const remaining = (await upload(member, card, "kept", "text/plain")).body;
  const batch = (await member.post("/mutation-batches", { tool_name: "files" })).body.id;
  const headers = { "x-stoa-batch": batch };
  const added = (await member.post(`/cards/${card}/file-attachments`, formOf("x", "text/plain"), headers)).body;
  await member.delete(`/file-attachments/${remaining.id}`, undefined, headers);
  const plan = (await member.post(`/mutation-batches/${batch}/rollback`, { dry_run: true })).body;
  expect(plan).toMatchObject({
    operations: [{ op: "delete_file", attachment_id: added.id }],
    unsupported_events: [{ event_type: "file.deleted", reason: "The content of a deleted file is gone" }],
    complete: false,
  });
  expect((await member.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBe(200);
  expect((await download(server.url, viewer, added.id)).status).toBe(404);
});
