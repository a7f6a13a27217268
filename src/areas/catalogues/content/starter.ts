/** The catalogue that comes with the executable: what is served until other content is there. */
import { readLines } from "../lines";
import { type Package, readPackage } from "../package/read";
import processesFile from "../starter/business-processes.jsonl" with { type: "file" };
import capabilitiesFile from "../starter/capabilities.jsonl" with { type: "file" };
import germanFile from "../starter/de.jsonl" with { type: "file" };
import streamsFile from "../starter/value-streams.jsonl" with { type: "file" };

/**
 * The properties of the starter catalogue, known without reading it. Its version is lower than any of the public
 * package, which replaces it.
 */
export const STARTER = { catalogue_version: "1.0.0", schema_version: "1", generated_at: "2026-11-22" } as const;

let starter: Package | undefined;

/** Returns the starter catalogue, read when it is first asked for. */
export function starterCatalogue(): Package {
  starter ??= readPackage(
    new Map<string, () => unknown>([
      ["capabilities.json", () => readLines(capabilitiesFile)],
      ["business-processes.json", () => readLines(processesFile)],
      ["value-streams.json", () => readLines(streamsFile)],
      ["i18n/de.json", () => Object.fromEntries(readLines(germanFile).map(({ id, ...texts }) => [id, texts]))],
    ]),
  );
  return starter;
}
