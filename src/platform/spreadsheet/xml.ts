/** Reads XML as it arrives, strictly and within limits. */
import { SaxesParser } from "saxes";
import { UnreadableFile } from "../archive/source";

/** The functions that read a document; names are without their prefix. */
export type XmlHandlers = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** Text between two tags, with its references resolved. */
  text(text: string): void;
};

const MAX_LEVELS = 50;
/** Bytes between two tags, and of a tag. */
const LONGEST_RUN = 1024 * 1024;
/** Bytes that are parsed at once; those after its last tag are not counted. */
const PIECE = 64 * 1024;

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Creates a reader of one document.
 * @returns what takes its bytes, piece by piece, and what is called after the last one
 * @throws UnreadableFile when it is not well-formed, not UTF-8, has a DOCTYPE, or exceeds the limits
 */
export function xmlReader({ open, close, text }: XmlHandlers): { write(bytes: Uint8Array): void; end(): void } {
  const parser = new SaxesParser({ position: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let level = 0;
  let run = 0;
  const refuse = (reason: string): never => {
    throw new UnreadableFile(`The file holds XML that can't be read: ${reason}`);
  };
  parser.on("error", ({ message }) => refuse(message.replace(/^\d+:\d+: /, "")));
  parser.on("doctype", () => refuse("it has a DOCTYPE"));
  parser.on("opentag", ({ name, attributes }) => {
    run = 0;
    if (++level > MAX_LEVELS) refuse(`it is nested more than ${MAX_LEVELS} levels deep`);
    open(localName(name), attributes as Record<string, string>);
  });
  parser.on("closetag", ({ name }) => {
    run = 0;
    level--;
    close(localName(name));
  });
  parser.on("text", text);
  parser.on("cdata", text);
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return refuse("it is not UTF-8");
    }
  };
  return {
    write(bytes) {
      for (let read = 0; read < bytes.length; read += PIECE) {
        const piece = bytes.subarray(read, read + PIECE);
        run += piece.length;
        parser.write(decode(piece));
        if (run > LONGEST_RUN) refuse(`it has a text longer than ${LONGEST_RUN} bytes`);
      }
    },
    end() {
      parser.write(decode()).close();
    },
  };
}
