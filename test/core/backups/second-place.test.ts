/** The second place of backups: a folder and a bucket, and what is reported of a place in trouble. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../../src/config";
import { backupsOf } from "../../../src/core/backups/configuration";
import { openPlace, type PlaceConfiguration } from "../../../src/core/backups/second-place";
import { hashOfFile } from "../../../src/platform/file-hash";
import { startOutside } from "../../support/outside";
import { type S3Store, startS3Store } from "../../support/s3-store";
import { newFolder } from "../../support/scratch";

let store: S3Store;
beforeAll(async () => {
  store = await startS3Store();
});
afterAll(() => store.stop());
beforeEach(() => store.set("passes"));

const placeOf = (environment: Record<string, string>) => {
  const configuration = backupsOf(readConfig(environment)).secondPlace as PlaceConfiguration;
  return openPlace(configuration);
};

let made = 0;

/** Creates the file of a backup of so many random bytes. */
async function newBackup(bytes = 100_000): Promise<{ file: string; name: string; sha256: string }> {
  const name = `stoa-20261101T02${String(++made).padStart(4, "0")}Z.db.zst`;
  const file = join(newFolder(), name);
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536));
  writeFileSync(file, content);
  return { file, name, sha256: await hashOfFile(file) };
}

/** Returns the variables of a folder as the second place, or of the bucket. */
const environmentOf = (kind: string) => (kind === "folder" ? { BACKUP_SECOND_PLACE: newFolder() } : store.environment);

test.each(["folder", "bucket"])(
  "a %s lists what was put into it, gives it back as it was, and deletes it",
  async (kind) => {
    const place = placeOf(environmentOf(kind));
    const { file, name, sha256 } = await newBackup(3_000_000);
    await place.put(file, name, sha256);
    expect(await place.list()).toEqual([
      { name, bytes: 3_000_000, created_at: expect.stringMatching(/^2026-11-01T02:.*Z$/) },
    ]);
    const back = join(newFolder(), "back");
    writeFileSync(back, "");
    await place.fetch(name, back);
    expect(readFileSync(back).equals(readFileSync(file))).toBe(true);
    await place.delete(name);
    expect(await place.list()).toEqual([]);
  },
);

test("a bucket whose list comes in pages is listed whole, newest first, and nothing but backups", async () => {
  const night = (day: string) => `stoa-202611${day}T020000Z.db.zst`;
  const contents = (...names: string[]) =>
    names.map((name) => `<Contents><Key>stoa/${name}</Key><Size>7</Size></Contents>`).join("");
  const pages = await startOutside(({ url }, response) =>
    response.end(
      url.includes("continuation-token=more%2Fof+it")
        ? `<ListBucketResult>${contents(night("03"), "stoa-notes.txt")}</ListBucketResult>`
        : `<ListBucketResult>${contents(night("01"), night("02"))}<NextContinuationToken>more/of it</NextContinuationToken></ListBucketResult>`,
    ),
  );
  try {
    const names = (await placeOf({ ...store.environment, BACKUP_S3_ENDPOINT: pages.url }).list()).map(
      ({ name }) => name,
    );
    expect(names).toEqual([night("03"), night("02"), night("01")]);
  } finally {
    await pages.stop();
  }
});

test.each<{ trouble: string; variables: Record<string, string>; message: string }>([
  {
    trouble: "an unknown access key",
    variables: { BACKUP_S3_ACCESS_KEY: "NOBODY" },
    message: "doesn't know the access key",
  },
  { trouble: "a wrong secret key", variables: { BACKUP_S3_SECRET_KEY: "wrong" }, message: "refuses the secret key" },
  {
    trouble: "a missing bucket",
    variables: { BACKUP_SECOND_PLACE: "s3://elsewhere" },
    message: "there is no bucket elsewhere",
  },
  {
    trouble: "nobody at the address",
    variables: { BACKUP_S3_ENDPOINT: "http://127.0.0.1:9" },
    message: "127.0.0.1:9: ",
  },
])("a store with $trouble is reported by its name", async ({ variables, message }) => {
  const environment: Record<string, string> = { ...store.environment, ...variables };
  const place = placeOf(environment);
  const { file, name, sha256 } = await newBackup();
  const start = `${environment["BACKUP_SECOND_PLACE"]} can't be used: `;
  for (const attempt of [() => place.put(file, name, sha256), () => place.list()]) {
    const reason = await attempt().catch((error: Error) => error.message);
    expect(reason).toStartWith(start);
    expect(reason).toContain(message);
  }
});

test("a store that doesn't answer is a failure after the configured time", async () => {
  store.set("silent");
  const place = placeOf({ ...store.environment, BACKUP_SECOND_SECONDS: "1" });
  await expect(place.list()).rejects.toThrow("took too long");
});

test("a store that breaks off in the middle of a copy is reported, and the next attempt replaces what is there", async () => {
  const place = placeOf(store.environment);
  const { file, name, sha256 } = await newBackup(20_000_000);
  store.set({ breaksAfter: 5_000_000, direction: "up" });
  await expect(place.put(file, name, sha256)).rejects.toThrow("s3://backups/stoa can't be used");
  store.set("passes");
  await place.put(file, name, sha256);
  expect((await place.list()).find((one) => one.name === name)?.bytes).toBe(20_000_000);
});

test("a store that breaks off while a backup is fetched is reported", async () => {
  const place = placeOf(store.environment);
  const { file, name, sha256 } = await newBackup(20_000_000);
  await place.put(file, name, sha256);
  const back = join(newFolder(), "back");
  writeFileSync(back, "");
  store.set({ breaksAfter: 5_000_000, direction: "down" });
  await expect(place.fetch(name, back)).rejects.toThrow("s3://backups/stoa can't be used");
});

test("a backup that is not in the bucket is named", async () => {
  await expect(placeOf(store.environment).fetch("stoa-20200101T020000Z.db.zst", "/dev/null")).rejects.toThrow(
    "there is no stoa-20200101T020000Z.db.zst",
  );
});

test("a folder that is missing, because nothing is mounted there, is reported and not created", async () => {
  const folder = join(newFolder(), "mounted", "backups");
  const { file, name, sha256 } = await newBackup();
  await expect(placeOf({ BACKUP_SECOND_PLACE: folder }).put(file, name, sha256)).rejects.toThrow(
    `${folder} can't be used: there is no such file or folder.`,
  );
  expect(existsSync(folder)).toBe(false);
});

test("a copy that differs from what was written is refused, and nothing of it stays", async () => {
  const folder = newFolder();
  const { file, name } = await newBackup();
  await expect(placeOf({ BACKUP_SECOND_PLACE: folder }).put(file, name, "0".repeat(64))).rejects.toThrow(
    "the copy is not as it was written",
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  { text: "s3://UPPER", rule: "must be a folder, or a bucket" },
  { text: "ftp://somewhere", rule: "must be a folder, or a bucket" },
  { text: "s3://bucket", rule: "a bucket needs BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY" },
])("$text as the second place is refused", ({ text, rule }) => {
  expect(() => readConfig({ BACKUP_SECOND_PLACE: text })).toThrow(`BACKUP_SECOND_PLACE: ${rule}`);
});
