/** Files whose content differs from their name or type, or is too large. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { statement } from "../../db";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const LARGEST = 2 * 1024 * 1024;
const script = "<script>fetch('/api/v1/users')</script>";
const png = "\x89PNG\r\n\x1a\n";
const bytes = (...parts: string[]) => Uint8Array.from(parts.join(""), (letter) => letter.charCodeAt(0));

const form = (content: Uint8Array<ArrayBuffer> | string, type: string, name = "logo.png") => {
  const form = new FormData();
  form.append("file", new File([content], name, { type }));
  return form;
};

const upload = (content: Uint8Array<ArrayBuffer> | string, type = "image/png", name?: string) =>
  admin.post("/settings/logo", form(content, type, name));

const stored = () => statement("SELECT custom_logo, custom_logo_mime FROM app_settings").get();

describe("an image that is also something else", () => {
  const polyglots: [what: string, content: Uint8Array<ArrayBuffer>, said: string, is: string][] = [
    ["PNG and HTML", bytes(png, "<html>", script), "text/html", "image/png"],
    ["PNG and HTML in the type of PNG", bytes(png, "\0\0\0\rIHDR", script), "image/png", "image/png"],
    [
      "GIF and JavaScript",
      bytes("GIF89a/*", "\0".repeat(8), "*/=1;alert(document.cookie)"),
      "application/javascript",
      "image/gif",
    ],
    ["JPEG and HTML", bytes("\xff\xd8\xff\xfe\x00\x40", script), "text/html", "image/jpeg"],
    ["WebP and SVG", bytes("RIFF\x24\0\0\0WEBPVP8 ", `<svg onload="alert(1)">`), "image/svg+xml", "image/webp"],
    ["GIF and a ZIP archive", bytes("GIF87a", "PK\x03\x04"), "application/zip", "image/gif"],
  ];

  test.each(polyglots)(
    "is served as the image that it begins as, and as nothing else: %s",
    async (_, content, said, is) => {
      expect((await upload(content, said, "page.html")).status).toBe(200);
      for (const accept of ["text/html", "*/*", "application/javascript"]) {
        const response = await fetch(`${server.url}/api/v1/settings/logo`, { headers: { accept } });
        expect(response.headers.get("content-type")).toBe(is);
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
        expect(response.headers.get("content-disposition")).toBeNull();
        expect(await response.bytes()).toEqual(content);
      }
      expect((await admin.get("/settings/logo/info")).body).toEqual({ has_custom_logo: true, mime_type: is });
    },
  );
});

describe("the upload of a logo", () => {
  const frauds: [what: string, content: Uint8Array<ArrayBuffer> | string, type: string][] = [
    ["SVG with a script", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, "image/svg+xml"],
    ["SVG in the type of PNG", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "image/png"],
    ["SVG behind an XML declaration", `<?xml version="1.0"?><svg>${script}</svg>`, "image/png"],
    [
      "SVG that an entity fills",
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
      "image/svg+xml",
    ],
    ["HTML in the type of GIF", `<html>${script}</html>`, "image/gif"],
    ["HTML with an image after it", `${script}${png}`, "image/png"],
    ["PNG after a byte-order mark", bytes("\xef\xbb\xbf", png), "image/png"],
    ["PNG after a space", ` ${png}`, "image/png"],
    ["the first half of a signature", bytes("\x89PNG"), "image/png"],
    ["GIF of a version that isn't", "GIF88a", "image/gif"],
    ["RIFF that is no WebP", bytes("RIFF\x24\0\0\0WAVEfmt "), "image/webp"],
    ["BMP", bytes("BM\x46\0\0\0"), "image/bmp"],
    ["an icon", bytes("\0\0\x01\0\x01\0"), "image/x-icon"],
    ["PDF", "%PDF-1.7", "application/pdf"],
    ["a program", bytes("\x7fELF"), "image/png"],
    ["nothing", "", "image/png"],
    ["an image of one byte too many", new Uint8Array(bytes(png, "\0".repeat(LARGEST + 1 - png.length))), "image/png"],
  ];

  test.each(frauds)("is refused, whatever its name is, with the content: %s", async (_, content, type) => {
    const before = stored();
    expect(await upload(content, type)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
    expect(stored()).toEqual(before);
  });

  test("is refused unread when it is too large", async () => {
    const before = stored();
    const large = new Uint8Array(6 * 1024 * 1024);
    large.set(bytes(png));
    expect((await upload(large)).status).toBe(413);
    expect(stored()).toEqual(before);
  });
});

test("an upload of the largest permitted image is accepted", async () => {
  const largest = new Uint8Array(LARGEST);
  largest.set(bytes(png));
  expect((await upload(largest)).status).toBe(200);
});

test.each([
  "../../../../etc/passwd",
  "..\\..\\stoa.db",
  "/etc/passwd",
  "stoa.db",
  "logo.png\r\nX-Evil: yes",
  'logo.png"; filename="evil.html',
  "%2e%2e%2fstoa.db",
  "a".repeat(5_000),
  "logo\u202egnp.exe",
  "CON",
])("a file named %j gets a name of the server's own", async (name) => {
  const before = readdirSync(server.folder).sort();
  expect((await upload(bytes(png, "named"), "image/png", name)).status).toBe(200);
  expect(readdirSync(server.folder).sort()).toEqual(before);
  const { headers } = await server.nobody.get("/settings/logo");
  expect(headers.get("x-evil")).toBeNull();
  expect(headers.get("content-disposition")).toBeNull();
  const settings = JSON.stringify(
    statement("SELECT general_settings, email_settings, custom_logo_mime FROM app_settings").all(),
  );
  expect(settings).not.toContain("evil");
});

describe("the form of an upload", () => {
  const send = (body: string, contentType = "multipart/form-data; boundary=x") =>
    admin.post("/settings/logo", body, { "content-type": contentType });
  const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
  const asFile = 'Content-Disposition: form-data; name="file"; filename="a.png"';

  test.each([
    ["without an end", `--x\r\n${asFile}\r\n\r\n${png}`],
    ["without a beginning", `${png}\r\n--x--`],
    ["without a file", `${part('Content-Disposition: form-data; name="file"', "text")}--x--\r\n`],
    ["with the file under another name", `${part(asFile.replace("file", "files"), png)}--x--\r\n`],
    ["that is empty", ""],
    ["of another boundary", `${part(asFile, png).replaceAll("--x", "--y")}--y--\r\n`],
  ])("is refused %s", async (_, body) => {
    const before = stored();
    const { status } = await send(body);
    expect(status).toBeWithin(400, 500);
    expect(stored()).toEqual(before);
  });

  test("is answered with ten thousand parts, and stores only one file", async () => {
    const parts = Array.from({ length: 10_000 }, (_, at) => part(`Content-Disposition: form-data; name="f${at}"`, "x"));
    expect((await send(`${parts.join("")}--x--\r\n`)).status).toBe(422);
    const two = new FormData();
    for (const name of ["one", "two"]) two.append("file", new File([bytes(png, name)], name));
    expect((await admin.post("/settings/logo", two)).status).toBe(422);
  });

  test("is refused as it arrives when it lies about its length or never names it", async () => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1");
      let text = "";
      socket.on("data", (data) => {
        text += data.toString();
        if (text.includes("\r\n\r\n")) socket.destroy();
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(text));
      socket.write(
        `POST /api/v1/settings/logo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
      for (let sent = 0; sent < 20; sent++) socket.write(chunk);
      socket.write("0\r\n\r\n");
    });
    expect(answer).toStartWith("HTTP/1.1 413");
  });
});

test.each(["member", "viewer"])("a %s uploads nothing", async (role) => {
  const client = await server.as(role);
  const before = stored();
  expect((await client.post("/settings/logo", form(bytes(png), "image/png"))).status).toBe(403);
  expect((await client.delete("/settings/logo")).status).toBe(403);
  expect(stored()).toEqual(before);
});
