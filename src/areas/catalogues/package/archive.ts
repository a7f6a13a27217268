/** An archive of the content package: checked by its size, hash and licence, read, and stored. */
import { createHash } from "node:crypto";
import type { ArchiveOrigin } from "../../../../db/schema/catalogues";
import type { Author } from "../../../core/journal/journal";
import { Problem, refused } from "../../../http/errors";
import { parseJson } from "../../../http/json";
import { LONG } from "../../../http/schemas";
import { type ArchiveLimits, openArchive, readWhole } from "../../../platform/archive/reader";
import { inMemory, UnreadableFile } from "../../../platform/archive/source";
import { storeArchive } from "../content/store";
import { allKinds } from "../kinds";
import type { FetchResult } from "../model";
import { licenceOf } from "./licence";
import { MAX_ENTRIES, type Package, readPackage } from "./read";

const MB = 1024 * 1024;
/** The largest archive, in bytes. */
export const LARGEST_ARCHIVE = 32 * MB;
const LIMITS: ArchiveLimits = { entries: 20_000, unpacked: 128 * MB, directory: 4 * MB };

/** An archive that has arrived, with what is said of it. */
export type ArrivedArchive = {
  bytes: Uint8Array;
  origin: ArchiveOrigin;
  /** The hash and the size that it must have, as far as they are known. */
  sha256?: string | undefined;
  size?: number | undefined;
  /** Its version, unless it names one itself. */
  version?: string | undefined;
};

/** Entries whose texts a translation may have: those of all catalogues together. */
const MAX_TEXTS = 3 * MAX_ENTRIES;

/** The folder of the content in a wheel, or below the folder of a source distribution. */
const CONTENT = /^(?:.*\/)?turbo_ea_capabilities\/data\/(.+)$/;
const METADATA = /(?:^|\/)(?:METADATA|PKG-INFO)$/;
const NOTICE = /(?:^|\/)NOTICE(?:\.\w+)?$/;

/** @throws Problem 400 when the archive is not what it is said to be */
function checkArrived({ bytes, sha256, size }: ArrivedArchive): string {
  if (bytes.length > LARGEST_ARCHIVE) throw refused(`The archive must not be larger than ${LARGEST_ARCHIVE / MB} MiB`);
  if (size !== undefined && size !== bytes.length)
    throw refused(`The archive has ${bytes.length} bytes, and is said to have ${size}`);
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (sha256 && sha256.toLowerCase() !== hash)
    throw refused(`sha256: the SHA-256 of the archive is ${hash}, and is said to be ${sha256.toLowerCase()}`);
  return hash;
}

/** @throws Problem 400 naming the file */
function parseFile(name: string, bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, Math.max(bytes.length, LARGEST_ARCHIVE), MAX_TEXTS);
  } catch (error) {
    throw error instanceof Problem ? refused(`${name} must be well-formed JSON`) : error;
  }
}

/** The contents of an archive, with its licence. */
type Contents = { content: Package; licence: string; credit: string; notice: string | null };

/** Returns the files of an archive that are read, by their paths. @throws Problem 400 */
function unzip(bytes: Uint8Array): Map<string, Buffer> {
  try {
    const archive = openArchive(inMemory(bytes), LIMITS);
    const paths = archive.paths.filter((path) => [CONTENT, METADATA, NOTICE].some((pattern) => pattern.test(path)));
    return new Map(paths.map((path) => [path, readWhole(archive, path, LIMITS.unpacked)]));
  } catch (error) {
    throw error instanceof UnreadableFile ? refused(error.message) : error;
  }
}

/** @throws Problem 400 saying what is wrong with the archive */
function readArchive(bytes: Uint8Array): Contents {
  const files = unzip(bytes);
  const textOf = (pattern: RegExp) => [...files].find(([path]) => pattern.test(path))?.[1].toString();
  const data = [...files].flatMap(([path, file]) => {
    const name = CONTENT.exec(path)?.[1];
    return name === undefined ? [] : [[name, () => parseFile(name, file)] as const];
  });
  const licence = licenceOf(textOf(METADATA));
  const content = readPackage(new Map(data));
  if (allKinds.every(({ name }) => content.entries[name].length === 0))
    throw refused("The archive holds no catalogue: there is nothing below turbo_ea_capabilities/data/");
  return { content, ...licence, notice: textOf(NOTICE)?.slice(0, LONG).toWellFormed() ?? null };
}

/**
 * Keeps what an archive holds. Publishes `catalogue.content_updated`.
 * @throws Problem 400 saying what is wrong with the archive
 */
export function keepArchive(author: Author, arrived: ArrivedArchive): FetchResult {
  const { bytes, origin } = arrived;
  const sha256 = checkArrived(arrived);
  const { content, ...rights } = readArchive(bytes);
  const catalogue_version = content.catalogue_version ?? arrived.version;
  if (catalogue_version === undefined) throw refused("version.json must name a catalogue_version");
  const facts = { origin, catalogue_version, ...rights, sha256, size: bytes.length };
  const fetched_at = storeArchive(author, content, facts);
  const counts = allKinds.map(({ name, count, counts }) => {
    const entries = content.entries[name];
    return [count, entries.length === 0 ? null : entries.filter(counts).length];
  });
  return {
    catalogue_version,
    ...(Object.fromEntries(counts) as Pick<FetchResult, "node_count" | "process_count" | "value_stream_count">),
    fetched_at,
    available_locales: content.locales.toSorted(),
  };
}
