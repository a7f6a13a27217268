/**
 * Reads the JSON in what a language model has written: in a code fence, among prose, with comments or trailing
 * commas, or cut off. Every complete element of a text that is cut off is read.
 */

/** The error where no value can be read. */
class NoValue extends Error {}

/** The deepest nesting that is read. */
const DEEPEST = 64;

/** A reader of one value that forgives what models do wrong. */
class Reader {
  /** True when the text ended within the value. */
  isCut = false;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  /** Skips white space and comments. */
  private skip(): void {
    const gap = /(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/y;
    gap.lastIndex = this.at;
    gap.exec(this.text);
    this.at = gap.lastIndex;
  }

  /** The next character; the value is cut off when there is none. */
  private peek(): string | undefined {
    this.skip();
    if (this.at >= this.text.length) this.isCut = true;
    return this.text[this.at];
  }

  /** Reads a value. @throws NoValue */
  value(depth = 0): unknown {
    const next = this.peek();
    if (depth > DEEPEST || next === undefined) throw new NoValue();
    if (next === "{") return this.object(depth);
    if (next === "[") return this.list(depth);
    return next === '"' ? this.string() : this.word();
  }

  private string(): string {
    const quoted = /"(?:[^"\\]|\\[\s\S])*"/y;
    quoted.lastIndex = this.at;
    const found = quoted.exec(this.text);
    if (!found) {
      this.isCut = true;
      throw new NoValue();
    }
    this.at = quoted.lastIndex;
    // Models write line breaks into strings as they are.
    return JSON.parse(found[0].replace(/[\u0000-\u001f]/g, (control) => JSON.stringify(control).slice(1, -1)));
  }

  private word(): unknown {
    const bare = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    bare.lastIndex = this.at;
    const found = bare.exec(this.text);
    if (!found) throw new NoValue();
    this.at = bare.lastIndex;
    // A number at the end may have lost digits.
    if (this.at >= this.text.length) this.isCut = true;
    return JSON.parse(found[0]);
  }

  /** Reads the elements between brackets, as far as they are complete. @param entry reads one entry */
  private entries(end: string, entry: () => void): void {
    this.at++;
    for (let next = this.peek(); next !== end; next = this.peek()) {
      if (next === undefined) return;
      if (next === ",") {
        this.at++;
        continue;
      }
      try {
        entry();
      } catch (error) {
        if (error instanceof NoValue && this.isCut) return;
        throw error;
      }
      if (this.isCut) return;
    }
    this.at++;
  }

  private list(depth: number): unknown[] {
    const list: unknown[] = [];
    this.entries("]", () => {
      const value = this.value(depth + 1);
      // An element that is cut off is left out.
      if (!this.isCut) list.push(value);
    });
    return list;
  }

  private object(depth: number): Record<string, unknown> {
    const pairs: [string, unknown][] = [];
    this.entries("}", () => {
      if (this.peek() !== '"') throw new NoValue();
      const key = this.string();
      if (this.peek() !== ":") throw new NoValue();
      this.at++;
      const value = this.value(depth + 1);
      if (!this.isCut || typeof value === "object") pairs.push([key, value]);
    });
    return Object.fromEntries(pairs);
  }
}

/** The brackets at which a value may begin. */
const MAX_STARTS = 100;

/** Finds the place of the next character that a pattern fits; -1 when there is none. @param pattern global */
function findFrom(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? -1;
}

/** Returns the values of a text from its first bracket on: the first value, and complete objects behind it. */
function valuesIn(text: string): unknown[] {
  const values: unknown[] = [];
  let at = findFrom(text, 0, /[[{]/g);
  for (let starts = 0; at >= 0 && starts < MAX_STARTS; starts++) {
    const reader = new Reader(text, at);
    try {
      const value = reader.value();
      if (values.length === 0 || !reader.isCut) values.push(value);
      if (Array.isArray(value)) break;
      at = reader.at;
    } catch (error) {
      if (!(error instanceof NoValue || error instanceof SyntaxError)) throw error;
      at++;
    }
    at = findFrom(text, at, values.length === 0 ? /[[{]/g : /\{/g);
  }
  return values;
}

/** Reads the JSON value in what a model has written; undefined when there is none. Several objects are one list. */
export function readLoosely(text: string): unknown {
  const bare = text.replace(/```(?:json)?\s*/gi, "").trim();
  try {
    return JSON.parse(bare);
  } catch {
    const values = valuesIn(bare);
    return values.length > 1 ? values : values[0];
  }
}
