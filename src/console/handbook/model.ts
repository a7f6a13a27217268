/** The handbook as the console has it: pages, each a tree of elements. */

/** A part of a page: text, or an element; a heading has an id, and a link an address. */
export type HandbookNode = string | { tag: string; id?: string; href?: string; children: HandbookNode[] };

/** A section of a page as text, for the search. */
export type Passage = { id: string; heading: string; text: string };

export type HandbookPage = {
  /** The name in its address; that of the table of contents is empty. */
  name: string;
  title: string;
  body: HandbookNode[];
  passages: Passage[];
};
