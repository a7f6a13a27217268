/** The package index: which version of the content package there is, and its archive. */
import { z } from "zod";
import { Problem } from "../../../http/errors";
import { parseJson } from "../../../http/json";
import { SECOND } from "../../../platform/clock";
import { log } from "../../../platform/log";
import { defaultWay, outbound, type Way } from "../../../platform/outbound";
import { type ArrivedArchive, LARGEST_ARCHIVE } from "./archive";

export const PROJECT = "turbo-ea-capabilities";

const MB = 1024 * 1024;
/** The largest index document, in bytes. */
const LARGEST_INDEX = 2 * MB;
const TIMEOUT = 30 * SECOND;
const REDIRECTS = 5;

/** The hosts of the public index, which are called by https only. */
const PUBLIC_HOSTS = new Set(["pypi.org", "files.pythonhosted.org"]);

/** The address of the index; undefined when nothing is to be fetched. `own`: the operator's, called wherever it lies. */
export type IndexAddress = { url: string; own: boolean } | undefined;

let address: IndexAddress;

/** Sets where the index is. */
export function configureIndex(configured: IndexAddress): void {
  address = configured;
}

const File = z.looseObject({
  packagetype: z.string().optional(),
  url: z.string(),
  size: z.int().nullish(),
  digests: z.looseObject({ sha256: z.string().nullish() }).nullish(),
});

const IndexDocument = z.looseObject({
  info: z.looseObject({ version: z.string().min(1).max(100) }),
  urls: z.array(File).default([]),
});
type IndexDocument = z.infer<typeof IndexDocument>;

/** Calls the index's own host wherever it lies if the operator chose it, and the hosts of the public index by https. */
function wayTo({ url, own }: NonNullable<IndexAddress>): Way {
  const { hostname } = new URL(url);
  return {
    resolve: defaultWay.resolve,
    permits: (found, target) =>
      (own && target.hostname === hostname) ||
      (target.protocol === "https:" && PUBLIC_HOSTS.has(target.hostname) && defaultWay.permits(found, target)),
  };
}

/** @throws Error when it can't be had */
async function fetchBytes(url: string, maxBytes: number, signal: AbortSignal, accept: string): Promise<Uint8Array> {
  if (!address) throw new Error("fetching is switched off");
  const request = { headers: { accept }, timeout: TIMEOUT, redirects: REDIRECTS, maxBytes, signal };
  const response = await outbound(url, request, wayTo(address));
  if (!response.ok) throw new Error(`${url} answers with the status ${response.status}`);
  return response.bytes();
}

/** @throws Error when it can't be had, or names no version */
async function fetchIndex(signal: AbortSignal): Promise<IndexDocument> {
  const bytes = await fetchBytes(address?.url ?? "", LARGEST_INDEX, signal, "application/json");
  return IndexDocument.parse(parseJson(bytes, LARGEST_INDEX));
}

/** Logs why something could not be fetched. */
const logFailure = (error: unknown) =>
  log.warn({ reason: (error as Error).message }, "the index of the content package could not be used");

/** Returns the version that the index names; null when it can't be had. */
export async function latestVersion(signal: AbortSignal): Promise<string | null> {
  try {
    return (await fetchIndex(signal)).info.version;
  } catch (error) {
    logFailure(error);
    return null;
  }
}

/** Returns the wheel among the files, or else the source distribution. */
const archiveAmong = (files: IndexDocument["urls"]) =>
  ["bdist_wheel", "sdist"].map((type) => files.find((file) => file.packagetype === type)).find((file) => file);

/** Returns the failure of an archive on its way into the database, as the caller sees it. */
export function fetchFailed(error: unknown): Problem {
  logFailure(error);
  return new Problem(502, "Catalogue fetch failed");
}

/**
 * Returns the newest archive, with what the index says of it.
 * @throws Problem 502
 */
export async function fetchArchive(signal: AbortSignal): Promise<ArrivedArchive> {
  try {
    const { info, urls } = await fetchIndex(signal);
    const file = archiveAmong(urls);
    if (!file) throw new Error(`the index names no archive of version ${info.version}`);
    const bytes = await fetchBytes(file.url, LARGEST_ARCHIVE, signal, "*/*");
    const said = { sha256: file.digests?.sha256 ?? undefined, size: file.size ?? undefined, version: info.version };
    return { bytes, origin: "download", ...said };
  } catch (error) {
    throw fetchFailed(error);
  }
}
