/** Access tokens of a real server: in no log, in no bundle, and valid after a restart. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { unzipSync } from "fflate";
import { newAccessToken } from "../../src/core/access/access-token-text";
import { clientOf } from "../support/client";
import { logIn, startStoa, withAdministrator } from "../support/executable";

setDefaultTimeout(120_000);

test("an access token stands neither in the log nor in a bundle, and its last use is stored when the server stops", async () => {
  const environment = { ...withAdministrator, LOG_LEVEL: "debug" };
  const server = await startStoa({ environment });
  const admin = await logIn(server.url);
  const { body } = await admin.post("/users/me/tokens", { name: "Script", scope: "write" });
  const [script, guess] = [clientOf(server.url, body.token), newAccessToken()];
  expect((await script.get("/auth/me")).status).toBe(200);
  expect((await script.post("/cards", { type: "Application" })).status).toBe(422);
  expect((await script.post("/users/me/tokens", { name: "Another" })).status).toBe(403);
  expect((await clientOf(server.url, guess).get("/cards")).status).toBe(401);
  const { body: view } = await admin.post("/bookmarks", { name: "Feed", odata_enabled: true });
  expect((await admin.get(`/bookmarks/${view.id}/odata?token=${body.token}`)).status).toBe(200);
  expect((await admin.get("/events/export/csv")).body).not.toContain(body.token);

  const bundle = await fetch(`${server.url}/api/v1/admin/workspace/export`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(bundle.status).toBe(200);
  const hash = new Bun.CryptoHasher("sha256").update(body.token).digest("hex");
  const files = Object.values(unzipSync(new Uint8Array(await bundle.arrayBuffer())));
  const texts = files
    .flatMap((bytes) => [bytes, ...partsOf(bytes)])
    .map((bytes) => Buffer.from(bytes).toString("latin1"));
  expect(texts.length).toBeGreaterThan(1);
  for (const secret of [body.token, hash, guess]) for (const text of texts) expect(text.includes(secret)).toBe(false);

  await server.stop();
  for (const secret of [body.token, hash, guess, admin.token!]) expect(server.output()).not.toContain(secret);
  const again = await startStoa({ environment, folder: server.folder });
  const [listed] = (await (await logIn(again.url)).get("/users/me/tokens")).body;
  expect(listed).toMatchObject({ name: "Script", last_used_from: "127.0.0.1", last_used_at: expect.any(String) });
  expect((await clientOf(again.url, body.token).get("/auth/me")).status).toBe(200);
  await again.stop();
});

/** Returns the files in an archive; none of what is no archive. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? Object.values(unzipSync(bytes)) : [];
}
