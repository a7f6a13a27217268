/** The licence of an archive: which ones are taken, and the credit that they ask for. */
import { refused } from "../../../http/errors";

/** The credit that the publisher of the package asks for, in the form that follows from its licence. */
const CREDIT =
  "Turbo EA Capabilities by Vincent Verdet — Turbo EA, https://github.com/TurboEA/turbo-ea-capabilities, CC BY 4.0";

/** The licence of an archive that names none: the stricter of those that the package has had. */
const UNSAID = "CC-BY-4.0";

/** The licences that let the content be shown, copied into cards and changed; all of them ask for the credit at most. */
const accepted = new Set(["cc-by-4.0", "cc0-1.0", "mit", "apache-2.0", "bsd-2-clause", "bsd-3-clause"]);

/** Returns the values of a header of a package's metadata, which end at the first empty line. */
function headerOf(metadata: string, name: string): string | undefined {
  const [head = ""] = metadata.split(/\r?\n\r?\n/, 1);
  return new RegExp(`^${name}:[ \\t]*(\\S.*)$`, "im").exec(head)?.[1]?.trim();
}

/** Returns the licences that an SPDX expression names; those of its exceptions count as unknown ones. */
const licencesIn = (expression: string) =>
  expression.split(/\s+(?:AND|OR|WITH)\s+|[()]/i).flatMap((part) => part.trim() || []);

/**
 * Returns the licence of an archive, and the credit that goes with its content.
 * @param metadata the metadata of the package, if the archive has it
 * @throws Problem 400 naming a licence that is not taken
 */
export function licenceOf(metadata: string | undefined): { licence: string; credit: string } {
  const said = metadata && (headerOf(metadata, "License-Expression") ?? headerOf(metadata, "License"));
  const licence = said || UNSAID;
  const unknown = licencesIn(licence).find((name) => !accepted.has(name.toLowerCase().replace(/ license$/, "")));
  if (unknown !== undefined)
    throw refused(
      `The licence of the archive is not accepted: ${unknown.slice(0, 100)}; accepted are ${[...accepted].join(", ")}`,
    );
  return { licence, credit: CREDIT };
}
