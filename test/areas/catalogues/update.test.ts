/** Newer content of the catalogues: fetched from a package index, or uploaded. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { configureIndex } from "../../../src/areas/catalogues";
import { readConfig } from "../../../src/config";
import { content, type PackageIndex, sha256, startPackageIndex, wheel, zip } from "../../support/content-package";
import { eventsAfter, lastEvent } from "../../support/journal";
import { json, startOutside } from "../../support/outside";
import { clientAs, testServer } from "../../support/server";
import { upload } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

let index: PackageIndex;
beforeAll(async () => {
  index = await startPackageIndex();
  useIndex(index.address);
});
afterEach(async () => {
  await admin.delete("/catalogue-content");
  Object.assign(index, { document: undefined, offered: wheel() });
  useIndex(index.address);
});
afterAll(() => index.stop());

/** Sets the address of the index as the environment does. */
const useIndex = (address: string, rest: Record<string, string> = {}) =>
  configureIndex(readConfig({ CAPABILITY_CATALOGUE_PYPI_URL: address, ...rest }).catalogueIndex);

const status = async (catalogue = "capability") => (await admin.get(`/${catalogue}-catalogue/update-status`)).body;
const fetchContent = (catalogue = "capability") => admin.post(`/${catalogue}-catalogue/update-fetch`, {});
const stored = async () => (await admin.get("/catalogue-content")).body.archives;

const BUNDLED = { active_version: "1.0.0", active_source: "bundled", bundled_version: "1.0.0" };
const FAILED = { status: 502, body: { detail: "Catalogue fetch failed" } };

describe("the package index", () => {
  test("is asked for the newer version", async () => {
    const remote = { catalogue_version: "2026.5.11.505", source: "pypi", project: "turbo-ea-capabilities" };
    expect(await status("process")).toEqual({
      ...{ ...BUNDLED, cached_remote_version: null, update_available: true, error: null },
      remote,
    });
    expect(index.seen.at(-1)?.headers).toMatchObject({ accept: "application/json" });
    await fetchContent();
    expect(await status("process")).toEqual({
      ...{ active_version: "2026.5.11.505", active_source: "remote", bundled_version: "1.0.0" },
      ...{ cached_remote_version: "2026.5.11.505", update_available: false, error: null, remote },
    });
  });

  test("is reported as unreachable when its answer can't be used", async () => {
    const unreachable = { ...BUNDLED, remote: null, update_available: false, error: "Could not reach PyPI" };
    for (const document of [() => ({}), () => ({ info: {} }), () => [], () => ({ info: { version: 7 } })]) {
      index.document = document;
      expect(await status()).toMatchObject(unreachable);
      expect(await fetchContent()).toMatchObject(FAILED);
    }
    useIndex(`${index.url}/nowhere`);
    expect(await status()).toMatchObject(unreachable);
    useIndex("http://127.0.0.1:9/json");
    expect(await status()).toMatchObject(unreachable);
  });

  test("is not asked when updates are switched off", async () => {
    index.seen.length = 0;
    useIndex(index.address, { CAPABILITY_CATALOGUE_UPDATES: "false" });
    expect(await status()).toMatchObject({ remote: null });
    expect(await fetchContent()).toMatchObject(FAILED);
    expect(index.seen).toEqual([]);
  });

  test("is the public one unless another is configured", () => {
    expect(readConfig({}).catalogueIndex).toEqual({
      url: "https://pypi.org/pypi/turbo-ea-capabilities/json",
      own: false,
    });
  });
});

describe("fetching content from the index", () => {
  test("stores the content of all catalogues, whichever was requested", async () => {
    const since = lastEvent();
    const { status: code, body } = await fetchContent("value-stream");
    expect(code).toBe(200);
    expect(body).toEqual({
      ...{ catalogue_version: "2026.5.11.505", node_count: 4, process_count: 3, value_stream_count: 1 },
      ...{ fetched_at: expect.stringMatching(/Z$/), available_locales: ["de", "en", "fr"] },
    });
    expect((await admin.get("/process-catalogue")).body.processes).toHaveLength(3);
    const archive = index.offered;
    expect(await stored()).toMatchObject([
      {
        ...{ origin: "download", sha256: sha256(archive), size: archive.length, licence: "CC-BY-4.0 AND MIT" },
        notice: "Cites frameworks.",
        entries: { capabilities: 6, processes: 3, value_streams: 3 },
      },
    ]);
    expect(eventsAfter(since)).toMatchObject([
      {
        event_type: "catalogue.content_updated",
        data: { origin: "download", catalogue_version: "2026.5.11.505", entries: 12 },
      },
    ]);
  });

  test("accepts a zip that is labelled as a source distribution, and follows redirects of the index", async () => {
    index.document = ({ info }) => ({ info, urls: [{ packagetype: "sdist", url: `${index.url}/moved` }] });
    const { "version.json": _, ...rest } = content();
    const path = (name: string) => `turbo-ea-1/src/turbo_ea_capabilities/data/${name}`;
    index.offered = zip(
      Object.fromEntries(Object.entries(rest).map(([name, value]) => [path(name), JSON.stringify(value)])),
    );
    expect(await fetchContent()).toMatchObject({ status: 200, body: { catalogue_version: "2026.5.11.505" } });
    expect(await stored()).toMatchObject([{ licence: "CC-BY-4.0" }]);
  });

  test("leaves catalogues unchanged that the archive lacks", async () => {
    await fetchContent();
    index.offered = wheel({
      "version.json": { catalogue_version: "2027.1" },
      "capabilities.json": content()["capabilities.json"],
    });
    const { body } = await fetchContent();
    expect(body).toMatchObject({
      node_count: 4,
      process_count: null,
      value_stream_count: null,
      available_locales: ["en"],
    });
    const versions = async (path: string) => (await admin.get(path)).body.version;
    expect(await versions("/capability-catalogue")).toMatchObject({ catalogue_version: "2027.1", macro_count: 0 });
    expect(await versions("/process-catalogue?locale=de")).toMatchObject({
      ...{ catalogue_version: "2026.5.11.505", active_locale: "de" },
    });
    const entries = (await stored()).map((archive: { entries: object }) => archive.entries);
    expect(entries).toEqual([{ capabilities: 4 }, { processes: 3, value_streams: 3 }]);
  });

  test("checks the hash and the size that the index gives", async () => {
    const offer = (said: object) => {
      index.document = ({ info }) => ({
        info,
        urls: [{ packagetype: "bdist_wheel", url: `${index.url}/archive`, ...said }],
      });
    };
    offer({ digests: { sha256: "0".repeat(64) } });
    expect(await fetchContent()).toMatchObject(FAILED);
    offer({ size: 7 });
    expect(await fetchContent()).toMatchObject(FAILED);
    expect(await stored()).toEqual([]);
    offer({ size: index.offered.length, digests: { sha256: sha256(index.offered), md5: "x" } });
    expect((await fetchContent()).status).toBe(200);
  });

  test.each([
    ["no files", () => ({ info: { version: "1" }, urls: [] })],
    [
      "a file that isn't there",
      () => ({ info: { version: "1" }, urls: [{ packagetype: "sdist", url: `${index.url}/x` }] }),
    ],
    [
      "a file on this machine",
      () => ({ info: { version: "1" }, urls: [{ packagetype: "sdist", url: "http://localhost:1/" }] }),
    ],
    [
      "a file elsewhere",
      () => ({ info: { version: "1" }, urls: [{ packagetype: "sdist", url: "https://1.1.1.1/x.whl" }] }),
    ],
  ])("fails and stores nothing with %s in the index", async (_, document) => {
    index.document = document;
    expect(await fetchContent()).toMatchObject(FAILED);
    expect(await stored()).toEqual([]);
  });

  test("doesn't follow the index to other hosts", async () => {
    let reached = false;
    const other = await startOutside((_, response) => {
      reached = true;
      json(response, {});
    });
    index.document = ({ info }) => ({
      info,
      urls: [{ packagetype: "sdist", url: other.url.replace("127.0.0.1", "127.0.0.2") }],
    });
    expect(await fetchContent()).toMatchObject(FAILED);
    await other.stop();
    expect(reached).toBe(false);
  });

  test("fails and leaves the stored content as it is when the archive has no content", async () => {
    await fetchContent();
    const before = await stored();
    index.offered = Buffer.from("no archive");
    expect(await fetchContent()).toMatchObject(FAILED);
    expect(await stored()).toEqual(before);
  });
});

describe("the upload of a content package", () => {
  test("stores the contents of an archive until it is deleted", async () => {
    const archive = wheel();
    const { status: code, body } = await upload(admin, archive, { sha256: sha256(archive).toUpperCase() });
    expect(code).toBe(200);
    expect(body).toMatchObject({ catalogue_version: "2026.5.11.505", available_locales: ["de", "en", "fr"] });
    expect(await stored()).toMatchObject([{ origin: "upload" }]);
    const since = lastEvent();
    expect((await admin.delete("/catalogue-content")).status).toBe(204);
    expect(eventsAfter(since)).toMatchObject([
      { event_type: "catalogue.content_deleted", data: { archives: [{ catalogue_version: "2026.5.11.505" }] } },
    ]);
    expect((await admin.get("/capability-catalogue")).body.version.source).toBe("bundled");
    expect((await admin.delete("/catalogue-content")).status).toBe(404);
  });

  /** Returns an archive with one file other than it should be. */
  const broken = (name: string, value: unknown) => wheel({ ...content(), [name]: value });
  const licensed = (licence: string) => wheel(content(), `Name: x\r\n${licence}\r\n\r\nLicense: none`);
  const node = { id: "BC-1", name: "x", level: 1 };
  const bomb = () => zip({ "turbo_ea_capabilities/data/capabilities.json": new Uint8Array(129 * 1024 * 1024) });

  test.each<[string, () => Buffer<ArrayBuffer>, string]>([
    ["that is no zip", () => Buffer.from("PK no archive at all"), "not a complete zip archive"],
    ["that is empty", () => Buffer.alloc(0), "not a complete zip archive"],
    ["that is cut off", () => wheel().subarray(0, 300), "not a complete zip archive"],
    ["that unpacks to far more than it is", bomb, "larger than 134217728 bytes when it is unpacked"],
    ["of another package", () => zip({ "other/data/capabilities.json": "[]" }), "holds no catalogue"],
    ["without entries", () => wheel({ "version.json": { catalogue_version: "2" } }), "holds no catalogue"],
    ["without a version", () => broken("version.json", {}), "version.json must name a catalogue_version"],
    [
      "with a part that is no JSON",
      () => zip({ "turbo_ea_capabilities/data/capabilities.json": "{" }),
      "capabilities.json",
    ],
    ["with a part of another shape", () => broken("value-streams.json", {}), "value-streams.json"],
    ["with an entry without a name", () => broken("capabilities.json", [{ ...node, name: "" }]), "0.name"],
    ["with an id twice", () => broken("capabilities.json", [node, node]), "BC-1 of capabilities occurs twice"],
    [
      "with an endless entry",
      () => broken("capabilities.json", [{ ...node, x: "y".repeat(100_001) }]),
      "BC-1 must not",
    ],
    ["of a licence that forbids use", () => licensed("License-Expression: CC-BY-NC-4.0"), "CC-BY-NC-4.0"],
    ["of one such licence among others", () => licensed("License: MIT AND Proprietary"), "Proprietary"],
  ])("is refused and stores nothing with an archive %s", async (_, archive, detail) => {
    const since = lastEvent();
    const answer = await upload(admin, archive());
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(detail);
    expect(await stored()).toEqual([]);
    expect(eventsAfter(since)).toEqual([]);
  });

  test("is refused with another hash than the given one", async () => {
    const answer = await upload(admin, wheel(), { sha256: "f".repeat(64) });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toStartWith("sha256: ");
    expect((await upload(admin, wheel(), { sha256: "xyz" })).status).toBe(422);
  });

  test.each([
    "License-Expression: MIT",
    "License: MIT License",
    "License-Expression: (Apache-2.0 OR CC0-1.0)",
    "Author: x",
  ])("is accepted with the metadata %p", async (licence) => {
    expect((await upload(admin, licensed(licence))).status).toBe(200);
  });

  test("leaves the capabilities as they are when it has only macros", async () => {
    expect((await upload(admin, wheel({ ...content(), "capabilities.json": [] }))).body.node_count).toBe(null);
    expect((await admin.get("/capability-catalogue")).body.version).toMatchObject({
      source: "bundled",
      macro_count: 0,
    });
  });
});

test("the content can be updated only by an administrator of the metamodel", async () => {
  const member = await server.as("member");
  expect((await member.get("/capability-catalogue/update-status")).status).toBe(403);
  expect((await member.post("/capability-catalogue/update-fetch")).status).toBe(403);
  expect((await upload(member)).status).toBe(403);
  expect((await member.get("/catalogue-content")).status).toBe(403);
  expect((await member.delete("/catalogue-content")).status).toBe(403);
});
