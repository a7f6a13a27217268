/** Newer content: the search for it, the origin of the stored content, fetching and uploading it. */
import type { Author } from "../../core/journal/journal";
import { Problem } from "../../http/errors";
import { STARTER } from "./content/starter";
import { countEntries, storedArchive, storedArchives } from "./content/store";
import { compareVersions } from "./entries";
import type { Kind } from "./kinds";
import type { CatalogueContent, FetchResult, UpdateStatus } from "./model";
import { type ArrivedArchive, keepArchive } from "./package/archive";
import { fetchFailed, latestVersion, PROJECT } from "./package/index-document";

/** Checks whether the index has a newer version of a catalogue than the one that is served. */
export async function describeUpdate({ name }: Kind, signal: AbortSignal): Promise<UpdateStatus> {
  const latest = await latestVersion(signal);
  const storedVersion = storedArchive(name)?.catalogue_version ?? null;
  const bundled_version = STARTER.catalogue_version;
  const active_version =
    storedVersion !== null && compareVersions(storedVersion, bundled_version) > 0 ? storedVersion : bundled_version;
  return {
    active_version,
    active_source: storedVersion === null ? "bundled" : "remote",
    bundled_version,
    cached_remote_version: storedVersion,
    remote: latest === null ? null : { catalogue_version: latest, source: "pypi", project: PROJECT },
    update_available: latest !== null && compareVersions(latest, active_version) > 0,
    error: latest === null ? "Could not reach PyPI" : null,
  };
}

/**
 * Keeps an archive that was fetched.
 * @throws Problem 502 when it can't be used
 */
export function keepFetched(author: Author, archive: ArrivedArchive): FetchResult {
  try {
    return keepArchive(author, archive);
  } catch (error) {
    throw error instanceof Problem ? fetchFailed(error) : error;
  }
}

/** Returns the archives of the stored content, newest first. */
export const describeContent = (): CatalogueContent => ({
  bundled_version: STARTER.catalogue_version,
  archives: storedArchives().map(({ schema_version: _, macro_warnings: __, ...archive }) => ({
    ...archive,
    entries: countEntries(archive.id) as Record<string, number>,
  })),
});
