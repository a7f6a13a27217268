/** A source of formulas, good and bad, that gives the same ones every time. */
export class FormulaGenerator {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** One formula: well-formed, a damaged well-formed one, a hostile one, or noise. */
  next(): string {
    const dice = this.random();
    if (dice < 0.55) return this.lines();
    if (dice < 0.86) return this.damage(this.lines());
    if (dice < 0.88) return this.pick(HOSTILE);
    if (dice < 0.94) return this.soup();
    return this.noise();
  }

  /** A number from 0 up to 1 (mulberry32). */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  private times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  private lines(): string {
    const lines = this.times(2, () => `${this.pick(NAMES)} = ${this.expression(2)}`);
    return [...lines, this.expression(1 + this.below(4))].join("\n");
  }

  /** An expression of any kind; mostly of kinds that go together. */
  private expression(depth: number): string {
    if (depth <= 0) return this.pick(this.random() < 0.5 ? ODD_VALUES : READS);
    const dice = this.random();
    if (dice < 0.3) return this.number(depth);
    if (dice < 0.5) return this.text(depth);
    if (dice < 0.7) return this.list(depth);
    return this.anything(depth);
  }

  private number(depth: number): string {
    if (depth <= 0 || this.random() < 0.1) return this.pick(NUMBERS);
    const number = (): string => this.number(depth - 1);
    switch (this.below(8)) {
      case 0:
      case 1:
        return `${number()} ${this.pick(ARITHMETIC)} ${number()}`;
      case 2:
        return `(${number()} ${this.pick(COMPARISONS)} ${number()})`;
      case 3:
        return `${this.pick(["-", "+", "not ", "abs", "round", "ROUND", "ABS", "float", "bool"])}(${number()})`;
      case 4:
        return `${this.pick(["SUM", "AVG", "MIN", "MAX", "COUNT", "len", "sum", "max"])}(${this.list(depth - 1)})`;
      case 5:
        return `${number()} if ${number()} else ${number()}`;
      case 6:
        return `IF(${this.expression(depth - 1)}, ${number()}, ${number()})`;
      default:
        return `ROUND(${number()}, ${this.pick(["0", "2", "-1", "400", "-400"])})`;
    }
  }

  private text(depth: number): string {
    if (depth <= 0 || this.random() < 0.1) return this.pick(TEXTS);
    const text = (): string => this.text(depth - 1);
    switch (this.below(8)) {
      case 0:
        return `${text()} + ${text()}`;
      case 1:
        return `(${text()}).${this.pick(["upper", "title", "strip", "casefold", "swapcase"])}()`;
      case 2:
        return `(${text()}).${this.pick(["replace", "center", "removeprefix"])}(${text()}, ${text()})`;
      case 3:
        return `CONCAT(${this.times(3, () => this.expression(depth - 1)).join(", ")})`;
      case 4:
        return `(${text()})[${this.pick(["1:", ":-1", "::2", "::-1", "0", ":3"])}]`;
      case 5:
        return `f"{${this.number(0)}${this.pick(FORMATS)}} {${this.pick(READS)}}"`;
      case 6:
        return `(${text()}).join(${this.pick(["data.tags", "['a', 'b']", "'xyz'"])})`;
      default:
        return `str(${this.expression(depth - 1)})`;
    }
  }

  private list(depth: number): string {
    if (depth <= 0 || this.random() < 0.1) return this.pick(LISTS);
    switch (this.below(8)) {
      case 0:
        return `[${this.times(5, () => this.number(depth - 1)).join(", ")}]`;
      case 1:
        return `${this.list(depth - 1)} + ${this.list(depth - 1)}`;
      case 2:
        return `[${this.pick(["x", "[x]", "str(x)", "(x, x)"])} for x in ${this.list(depth - 1)}]`;
      case 3:
        return `[x for x in ${this.list(depth - 1)} if ${this.pick(["x", "not x", "x != 1", "x in data.tags"])}]`;
      case 4:
        return `(${this.list(depth - 1)})[${this.pick(["1:", ":-1", "::2", "::-1"])}]`;
      case 5:
        return `PLUCK(${this.pick(["relations.r1", "children", "[data]"])}, ${this.pick(PATHS)})`;
      case 6:
        return `FILTER(${this.pick(["relations.r1", "children"])}, ${this.pick(PATHS)}, ${this.expression(0)})`;
      default:
        return `(${this.text(depth - 1)}).${this.pick(["split()", "split('a')", "splitlines()", "partition('b')"])}`;
    }
  }

  private anything(depth: number): string {
    const inner = (): string => this.expression(depth - 1);
    switch (this.below(16)) {
      case 0:
        return `(${inner()}) ${this.pick(OPERATORS)} (${inner()})`;
      case 1:
        return `${this.pick(["-", "+", "~", "not "])}(${inner()})`;
      case 2:
        return `${inner()} if ${inner()} else ${inner()}`;
      case 3:
        return `(${inner()}, ${this.times(2, inner).join(", ")})`;
      case 4:
        return `{${this.times(3, () => `${this.text(0)}: ${inner()}`).join(", ")}}`;
      case 5:
        return `{${inner()}, *${inner()}}`;
      case 6:
        return `[${inner()} for ${this.pick(TARGETS)} in ${this.list(depth - 1)} if ${inner()}]`;
      case 7:
        return `{${inner()}: ${inner()} for ${this.pick(TARGETS)} in ${inner()}}`;
      case 8:
        return `(${inner()})[${this.random() < 0.5 ? `${inner()}:` : ""}${inner()}]`;
      case 9:
        return `(${inner()}).${this.pick(FIELDS)}`;
      case 10:
        return `(${inner()}).${this.pick(METHODS)}(${this.times(2, inner).join(", ")})`;
      case 11:
        return `f"{(${inner().replaceAll('"', "'")})${this.pick(["", "!r", "!a", "="])}${this.pick(FORMATS)}}"`;
      case 12:
        return `"${this.pick(["%d", "%s %s", "%.3f", "%5x", "%(k)s", "%c", "%%", "%"])}" % (${inner()})`;
      case 13:
        return `${this.pick(FUNCTIONS)}(${inner()} for ${this.pick(TARGETS)} in ${inner()})`;
      case 14:
        return `${this.pick(FUNCTIONS)}(${inner()}, ${this.pick(KEYWORDS)}=${inner()})`;
      default:
        return `${this.pick(FUNCTIONS)}(${this.times(3, inner).join(", ")})`;
    }
  }

  /** Deletes, doubles, swaps or inserts a few stretches. */
  private damage(formula: string): string {
    let text = formula;
    for (let left = 1 + this.below(3); left > 0; left--) {
      const from = this.below(text.length + 1);
      const to = Math.min(text.length, from + 1 + this.below(6));
      const piece = text.slice(from, to);
      const insert = this.pick(["", piece + piece, this.pick(TOKENS), this.pick(TOKENS) + piece, this.character()]);
      text = text.slice(0, from) + insert + text.slice(to);
    }
    return text;
  }

  private soup(): string {
    return this.times(30, () => this.pick(TOKENS) + this.pick(["", " "])).join("");
  }

  private noise(): string {
    return this.times(60, () => this.character()).join("");
  }

  private character(): string {
    const dice = this.random();
    if (dice < 0.7) return String.fromCharCode(32 + this.below(95));
    return dice < 0.9 ? String.fromCharCode(this.below(256)) : String.fromCharCode(this.below(65_536));
  }
}

const NAMES = ["x", "y", "data", "COUNT", "größe"];
const TARGETS = ["x", "y", "data", "x, y", "(x, (y, z))", "x,"];
const NUMBERS = (
  "0|1|-1|2|7|2.5|1e3|1e308|1e-7|-0.0|9007199254740993|10**30|0x1F|1_000|True|False|data.cost|data.f|data.flag|" +
  "relation_count.r1|children_count|data.obj.k|len(data.tags)"
).split("|");
const TEXTS =
  "''|'abc'|'a,b'|\"it's\"|'😀'|'\\ud800'|'12'|'3.7'|'nan'|r'\\d'|'x' * 1000|data.name|data.s|children[0].name|f'{1}'".split(
    "|",
  );
const LISTS =
  "[]|()|[1, 2, 3]|[[1], [2]]|[0] * 1000|data.tags|relations.r1|relations.empty|children|list(data)|{1, 2}".split("|");
const PATHS = ["'name'", "'attributes.cost'", "'attributes.risk'", "'rel_attributes.w'", "'cost'", "''", "'a.b.c'"];
const ODD_VALUES = "None|{}|{'k': 1}|float('inf')|SUM|len|{1: {2: [3]}}|(1, (2, 3))|set()|0|'abc'|[1]|True".split("|");
const READS = (
  "data|data.name|data.cost|data.f|data.flag|data.s|data.tags|data.description|data.missing|data.lifecycle|data.obj|" +
  "data['cost']|data.get('cost')|relations|relations.r1|relations.nope|relations.r1[0]|relations.r1[0].attributes|" +
  "relation_count|relation_count.r1|children|children[0].name|children_count|x|y|z|nope|COUNT"
).split("|");
const FIELDS =
  "k|x|name|attributes|cost|constructor|toString|values|get|_x|__proto__|__class__|length|then|func_x|mro|prototype".split(
    "|",
  );
const METHODS = (
  "upper|lower|strip|split|rsplit|replace|find|index|count|join|startswith|title|zfill|center|partition|isdigit|get|" +
  "keys|values|items|copy|pop|append|update|format|union|constructor|toString|call|apply|hasOwnProperty|splitlines"
).split("|");
const ARITHMETIC = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "and", "or"];
const COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "is", "is not"];
const OPERATORS = [...ARITHMETIC, ...COMPARISONS, "in", "not in", "@", "="];
const FUNCTIONS = (
  "IF|SUM|AVG|MIN|MAX|COUNT|ROUND|ABS|COALESCE|LOWER|UPPER|CONCAT|CONTAINS|PLUCK|FILTER|MAP_SCORE|len|str|int|float|" +
  "bool|abs|round|min|max|sum|list|tuple|dict|set|eval|constructor|Function|x"
).split("|");
const KEYWORDS = ["value", "values", "decimals", "key", "default", "start", "sep", "x", "if", "__proto__"];
const FORMATS = [
  "",
  ":",
  ":>10",
  ":.2f",
  ":,",
  ":x",
  ":{5}",
  ":{'>'}9",
  ":e",
  ":%",
  ":q",
  ":100001",
  ":010,.1f",
  ":.9999",
];
const TOKENS = (
  "( ) [ ] { } , : ; . .. ... + - * ** / // % @ & | ^ ~ << >> < > <= >= == != <> = := += -> ' \" ''' f' f\" r' b' \\ # " +
  "if else for in not and or is lambda import None True data relations x 0 1 1. .5 1e 0x ! ? $ ` _ __ \n \t é 😀 \u2028 \0"
).split(" ");
const HOSTILE = [
  "(".repeat(500) + ")".repeat(500),
  "[".repeat(1000),
  `${"-".repeat(1000)}1`,
  `${"not ".repeat(1000)}x`,
  `1${"+1".repeat(1000)}`,
  `data${".a".repeat(500)}`,
  `${"f'{".repeat(300)}`,
  `${"IF(1,".repeat(300)}1${",1)".repeat(300)}`,
  `x = "a"${"\nx = x + x".repeat(50)}`,
  `x = [1]${"\nx = [x, x]".repeat(50)}`,
  `x = 3${"\nx = x * x".repeat(50)}\nstr(x)`,
  `x = 3${"\nx = x ** 9".repeat(9)}`,
  '"a" * 100000 * 100000',
  "[0] * 100000 * 100000",
  "9 ** 9 ** 9 ** 9",
  "2 ** 4000000",
  "1 << 10000 << 10000",
  "[[y for y in [0] * 9999] for x in [0] * 9999]",
  "[0 for x in [0] * 9999 for y in [0] * 9999]",
  "f'{1:99999999999}'",
  "'%99999999999d' % 1",
  "'%(' % data",
  "data.__proto__",
  'data["__proto__"]',
  '{"__proto__": {"x": 1}}',
  "data.constructor.constructor('return 1')()",
  '"".constructor',
  "[].map",
  "().__class__.__bases__[0].__subclasses__()",
  '"{0.__class__}".format(1)',
  "SUM.call(1)",
  "import os",
  "\0".repeat(100),
  "\ud800",
  '"\\',
  "'\\x",
  "f'{x!",
  "f'{x:{",
  "x[:::]",
  "{**",
  "#".repeat(5000),
  "\n".repeat(5000),
  "1\n".repeat(2500),
  "=".repeat(5000),
  "a".repeat(5001),
];
