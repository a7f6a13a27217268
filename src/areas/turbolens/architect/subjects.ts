/** The capabilities that a requirement is about where none was chosen, by the words in it. */
import { statement } from "../../../../db";
import { termsOf } from "../../../analysis/words";
import { APPLICATION, BUSINESS_CAPABILITY } from "../landscape";

/** Capabilities that a requirement names at most, and cards that are looked through. */
const MAX_NAMED = 3;
const MAX_READ = 20_000;
/** Letters by which two forms of a word are recognised. */
const STEM = 5;

const stemOf = (word: string) => word.slice(0, STEM);

/** The words of a requirement that say what somebody wants, and not of what. */
const wishes = new Set(
  `able also application applications better build business can company create easier easily every faster good handle have
   help improve introduce it make manage more must need needs new one please product provide replace several should solution
   some support system systems they them then these those tool tools want wants way we when will work would`.split(
    /\s+/,
  ),
);

type NamedCard = { id: string; name: string };

/** Returns the cards of a type whose names stand in a text with all of their words, the longest names first. */
function cardsNamedIn(stems: ReadonlySet<string>, type: string): NamedCard[] {
  return statement<NamedCard>(
    `SELECT id, name FROM cards WHERE type = ? AND status = 'ACTIVE' ORDER BY seq LIMIT ${MAX_READ}`,
  )
    .all(type)
    .filter(({ name }) => {
      const words = termsOf(name);
      return words.length > 0 && words.every((word) => stems.has(stemOf(word)));
    })
    .sort((one, other) => other.name.length - one.name.length)
    .slice(0, MAX_NAMED);
}

/** Finds the capabilities that a requirement names, or else those that an application named in it supports. */
export function findSubjects(requirement: string): { id: string; name: string; isNew: boolean }[] {
  const stems = new Set(termsOf(requirement).map(stemOf));
  const named = cardsNamedIn(stems, BUSINESS_CAPABILITY);
  const found = named.length > 0 ? named : cardsNamedIn(stems, APPLICATION).flatMap(({ id }) => capabilitiesOf(id));
  return found.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name, isNew: false }));
}

/** Returns the capabilities that an application supports. */
const capabilitiesOf = (applicationId: string): NamedCard[] =>
  statement<NamedCard>(
    `SELECT c.id, c.name FROM cards a JOIN relations r ON r.source_seq = a.seq JOIN cards c ON c.seq = r.target_seq
     WHERE a.id = ? AND c.type = ? AND c.status = 'ACTIVE' ORDER BY c.name, c.seq LIMIT ${MAX_NAMED}`,
  ).all(applicationId, BUSINESS_CAPABILITY);

/** Words of a proposed capability's name. */
const MAX_WORDS = 4;

/** Proposes a name for the capability of a requirement that names none: its first words that are no wishes. */
export function proposeSubject(requirement: string): string {
  const words = (requirement.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []).filter(
    (word) => termsOf(word).length > 0 && !wishes.has(word.toLowerCase()),
  );
  const name = words.slice(0, MAX_WORDS).join(" ");
  return name === "" ? "The requirement" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`.slice(0, 80);
}
