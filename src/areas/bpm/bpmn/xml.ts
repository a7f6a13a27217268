/** Reads XML strictly and within limits: whatever is no well-formed document is refused, with the line and the reason. */
import { SaxesParser, type SaxesTagNS } from "saxes";

/** A document that can't be read; `line` counts from 1. */
export class Unreadable extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

/** XML elements of a document, and their nesting. */
const MAX_ELEMENTS = 50_000;
const MAX_LEVELS = 100;

/** The functions that read a document: each may refuse a part of it by the function that it is given. */
export type XmlHandlers = {
  open(tag: SaxesTagNS): void;
  close(): void;
  /** Text between two tags, with its references resolved; CDATA is text. */
  text(text: string): void;
};

/** Refuses the document at the line that is being read. */
export type Refuse = (reason: string) => never;

/** Returns the reason in a message of the parser, which begins with the place. */
const reasonOf = ({ message }: Error) => message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");

/**
 * Reads a document from its beginning to its end.
 * @param handlersOf makes the handlers of what is read
 * @throws Unreadable when it is not well-formed, has a DOCTYPE, or exceeds the limits
 */
export function readXml(xml: string, handlersOf: (refuse: Refuse) => XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const refuse: Refuse = (reason) => {
    throw new Unreadable(parser.line, reason);
  };
  const { open, close, text } = handlersOf(refuse);
  let elements = 0;
  let level = 0;
  parser.on("error", (error) => refuse(reasonOf(error)));
  parser.on("doctype", () => refuse("a document must not have a DOCTYPE"));
  parser.on("opentag", (tag) => {
    elements += 1;
    level += 1;
    if (elements > MAX_ELEMENTS) refuse(`a document must not have more than ${MAX_ELEMENTS} XML elements`);
    if (level > MAX_LEVELS) refuse(`XML elements must not be nested more than ${MAX_LEVELS} levels deep`);
    open(tag);
  });
  parser.on("closetag", () => {
    level -= 1;
    close();
  });
  parser.on("text", text);
  parser.on("cdata", text);
  parser.write(xml).close();
}
