/** The content of a diagram: its drawing, the preview, and the cards that the drawing refers to. */
import { sanitizePicture } from "../../core/pictures";
import { invalid } from "../../http/errors";

/** The data of a diagram that its editor stores. */
export type DiagramData = { xml?: string | null | undefined; thumbnail?: string | null | undefined } & Record<
  string,
  unknown
>;

/** A drawing with all that its editor keeps, and its preview apart from it; both are JSON text. */
export type Drawing = { data: string; thumbnail: string | null };
/** A drawing with the cards that it refers to. */
export type Content = Drawing & { card_refs: string[] };

/** Cards that one drawing may refer to. */
const MAX_REFERENCES = 10_000;

const REFERENCE = /cardId="([0-9a-fA-F-]{36})"/g;

/** Returns the cards that a drawing refers to, as they are spelled, each once, in order of appearance. */
export const referencesIn = ({ xml }: DiagramData): string[] => [
  ...new Set(Array.from((xml ?? "").matchAll(REFERENCE), ([, id]) => id as string)),
];

/**
 * Returns the data of a diagram in the form in which it is stored.
 * @throws Problem 422 when the drawing refers to too many cards
 */
export function contentOf(data: DiagramData): Content {
  const card_refs = referencesIn(data);
  if (card_refs.length > MAX_REFERENCES)
    throw invalid(["body", "data", "xml"], `must not refer to more than ${MAX_REFERENCES} cards`);
  const { thumbnail, ...rest } = data;
  if (typeof thumbnail !== "string") return { data: JSON.stringify(data), thumbnail: null, card_refs };
  return { data: JSON.stringify(rest), thumbnail: JSON.stringify(sanitizePicture(thumbnail)), card_refs };
}

/** Makes the content as `contentOf`, with the references written into the data, where editors look for them. */
export const contentWithReferences = (data: DiagramData): Content =>
  contentOf({ ...data, card_refs: referencesIn(data) });

/** Checks whether two drawings are the same, in whatever order of their keys. */
export const isSame = (one: Drawing, other: Drawing): boolean =>
  one.thumbnail === other.thumbnail &&
  (one.data === other.data ||
    (one.data.length === other.data.length && Bun.deepEquals(JSON.parse(one.data), JSON.parse(other.data))));

/** SQL for the data of `diagrams d` with the preview in it. */
export const DATA = `CASE WHEN d.thumbnail IS NULL THEN d.data
  ELSE '{"thumbnail":' || d.thumbnail || iif(d.data = '{}', '', ',') || substr(d.data, 2) END`;
