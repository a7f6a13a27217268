import type { SyntaxNode } from "@lezer/common";
import type { Arguments, BinaryOp, DictEntry, Expr, Item, Loop, Operation, Target, UnaryOp } from "./ast";
import { exceed, reject } from "./errors";
import { MAX_NESTING } from "./limits";
import { readLogic } from "./logic";
import { Cursor, childrenOf, type ExprReader, inside, isLogical } from "./nodes";
import { readTemplate } from "./template";
import { isRefusedName, openString, readEscapes, readName, readNumber } from "./tokens";

const ARITHMETIC = new Set<string>(["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"]);

/** Turns the parser's tree of one line into expressions, refusing what formulas do not have. */
export class TreeReader implements ExprReader {
  private depth = 0;

  constructor(
    readonly text: string,
    readonly base: number,
  ) {}

  /** The expression of a line; several ones with commas between them make a tuple. */
  readStatement(statement: SyntaxNode): Expr {
    return this.readList(childrenOf(statement), this.at(statement));
  }

  readList(nodes: SyntaxNode[], at: number): Expr {
    const [only] = nodes;
    if (only && nodes.length === 1) return this.read(only);
    return { kind: "sequence", at, form: "tuple", items: this.readItems(nodes) };
  }

  read(node: SyntaxNode): Expr {
    this.depth += 1;
    if (this.depth > MAX_NESTING) exceed("The formula is nested too deeply", this.at(node));
    const expr = this.readNode(node);
    this.depth -= 1;
    return expr;
  }

  at(node: SyntaxNode): number {
    return this.base + node.from;
  }

  source(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  private readNode(node: SyntaxNode): Expr {
    const reader = this.readers.get(node.name);
    return reader ? reader(node, this.at(node)) : this.refuse(node);
  }

  /** Kind of node → its reader. */
  private readonly readers: ReadonlyMap<string, (node: SyntaxNode, at: number) => Expr> = new Map(
    Object.entries<(node: SyntaxNode, at: number) => Expr>({
      None: (_node, at) => ({ kind: "constant", at, value: null }),
      Boolean: (node, at) => ({ kind: "constant", at, value: this.source(node) === "True" }),
      Number: (node, at) => ({ kind: "constant", at, value: readNumber(this.source(node), at) }),
      String: (node, at) => ({ kind: "constant", at, value: this.readString(node) }),
      FormatString: (node) => readTemplate(this, node),
      ContinuedString: (node) => readTemplate(this, node),
      VariableName: (node, at) => ({ kind: "name", at, name: readName(this.source(node), at) }),
      ParenthesizedExpression: (node) => this.readParenthesized(node),
      TupleExpression: (node, at) => ({ kind: "sequence", at, form: "tuple", items: this.readItems(inside(node)) }),
      ArrayExpression: (node, at) => ({ kind: "sequence", at, form: "list", items: this.readItems(inside(node)) }),
      SetExpression: (node, at) => ({ kind: "sequence", at, form: "set", items: this.readItems(inside(node)) }),
      DictionaryExpression: (node, at) => ({ kind: "dict", at, entries: this.readEntries(inside(node)) }),
      ComprehensionExpression: (node, at) => this.readComprehension(inside(node), at),
      ArrayComprehensionExpression: (node, at) => this.readComprehension(inside(node), at),
      DictionaryComprehensionExpression: (node, at) => this.readComprehension(inside(node), at),
      UnaryExpression: (node) => (isLogical(node) ? readLogic(this, node) : this.readSign(node)),
      BinaryExpression: (node) => (isLogical(node) ? readLogic(this, node) : this.readArithmetic(node)),
      ConditionalExpression: (node) => this.readConditional(node),
      MemberExpression: (node) => this.readMember(node),
      CallExpression: (node) => this.readCall(node),
    }),
  );

  private refuse(node: SyntaxNode): never {
    const what = UNAVAILABLE.get(node.name) ?? `"${this.source(node).slice(0, 20)}"`;
    return reject(`${what} is not available in formulas`, this.at(node));
  }

  private readString(node: SyntaxNode): string {
    const { start, end, raw } = openString(this.source(node), this.at(node));
    return readEscapes(this.text.slice(node.from + start, node.from + end), this.at(node) + start, raw, false);
  }

  private readParenthesized(node: SyntaxNode): Expr {
    const nodes = inside(node);
    const [inner] = nodes;
    return inner && nodes.length === 1 ? this.read(inner) : this.refuse(inner ?? node);
  }

  /** Elements with commas between them, some of them spread by `*`. */
  private readItems(nodes: SyntaxNode[]): Item[] {
    const items: Item[] = [];
    let spread = false;
    for (const node of nodes) {
      if (node.name === "*") spread = true;
      else if (node.name !== ",") {
        items.push({ spread, value: this.read(node) });
        spread = false;
      }
    }
    return items;
  }

  private readEntries(nodes: SyntaxNode[]): DictEntry[] {
    const entries: DictEntry[] = [];
    const cursor = new Cursor(nodes);
    while (!cursor.done) {
      const spread = cursor.accept("**");
      const first = this.read(cursor.take());
      if (spread) entries.push({ key: null, value: first });
      else {
        cursor.accept(":");
        entries.push({ key: first, value: this.read(cursor.take()) });
      }
      cursor.accept(",");
    }
    return entries;
  }

  private readComprehension(nodes: SyntaxNode[], at: number): Expr {
    const cursor = new Cursor(nodes);
    const first = this.read(cursor.take());
    const second = cursor.accept(":") ? this.read(cursor.take()) : null;
    const loops = this.readLoops(cursor);
    if (!cursor.done) return this.refuse(cursor.take());
    return { kind: "comprehension", at, key: second && first, value: second ?? first, loops };
  }

  /** The `for … in … if …` parts, as far as they go. */
  private readLoops(cursor: Cursor): Loop[] {
    const loops: Loop[] = [];
    while (cursor.accept("for")) {
      const targets: SyntaxNode[] = [];
      while (!cursor.done && !cursor.accept("in")) targets.push(cursor.take());
      const loop: Loop = { target: this.readTargets(targets), source: this.read(cursor.take()), conditions: [] };
      while (cursor.accept("if")) loop.conditions.push(this.read(cursor.take()));
      loops.push(loop);
    }
    return loops;
  }

  private readTargets(nodes: SyntaxNode[]): Target {
    const [first] = nodes;
    if (first && nodes.length === 1) return this.readTarget(first);
    const named = nodes.filter((node) => node.name !== ",");
    return {
      kind: "unpack",
      at: first ? this.at(first) : this.base,
      targets: named.map((node) => this.readTarget(node)),
    };
  }

  private readTarget(node: SyntaxNode): Target {
    const at = this.at(node);
    if (node.name === "VariableName") return { kind: "bind", at, name: readName(this.source(node), at) };
    this.depth += 1;
    if (this.depth > MAX_NESTING) exceed("The formula is nested too deeply", at);
    const nodes = inside(node);
    const [only] = nodes;
    let target: Target;
    if (node.name === "ParenthesizedExpression" && only && nodes.length === 1) target = this.readTarget(only);
    else if (node.name === "TupleExpression" || node.name === "ArrayExpression") {
      const targets = nodes.filter((child) => child.name !== ",").map((child) => this.readTarget(child));
      target = { kind: "unpack", at, targets };
    } else return reject("A loop binds plain names only", at);
    this.depth -= 1;
    return target;
  }

  private readSign(node: SyntaxNode): Expr {
    const [sign, operand] = childrenOf(node);
    if (!sign || !operand) return this.refuse(node);
    return { kind: "unary", at: this.at(node), op: this.source(sign) as UnaryOp, operand: this.read(operand) };
  }

  /** Chains such as `a + b - c` lie to the left in the tree; they are unrolled, however long they are. */
  private readArithmetic(node: SyntaxNode): Expr {
    const rest: Operation<BinaryOp>[] = [];
    let first: SyntaxNode = node;
    while (first.name === "BinaryExpression" && !isLogical(first)) {
      const [left, op, right, ...more] = childrenOf(first);
      if (!left || !op || !right || more.length > 0) return this.refuse(first);
      const symbol = this.source(op);
      if (!isArithmetic(symbol)) return this.refuse(op);
      rest.push({ op: symbol, at: this.at(op), operand: this.read(right) });
      first = left;
    }
    return { kind: "arithmetic", at: this.at(node), first: this.read(first), rest: rest.reverse() };
  }

  private readConditional(node: SyntaxNode): Expr {
    const [whenTrue, test, whenFalse] = childrenOf(node).filter(
      (child) => child.name !== "if" && child.name !== "else",
    );
    if (!whenTrue || !test || !whenFalse) return this.refuse(node);
    return {
      kind: "conditional",
      at: this.at(node),
      test: this.read(test),
      whenTrue: this.read(whenTrue),
      whenFalse: this.read(whenFalse),
    };
  }

  private readMember(node: SyntaxNode): Expr {
    const [targetNode, bracket, ...rest] = childrenOf(node);
    if (!targetNode || !bracket) return this.refuse(node);
    if (targetNode.name === "Number" && bracket.name === ".") return this.refuse(bracket);
    const target = this.read(targetNode);
    const at = this.at(bracket);
    if (bracket.name === ".") return { kind: "attribute", at, target, name: this.readFieldName(rest[0] ?? node) };
    const subscript = rest.slice(0, -1);
    const colons = subscript.filter((child) => child.name === ":").length;
    if (colons === 0) return { kind: "index", at, target, index: this.readList(subscript, at) };
    const bounds: [Expr | null, Expr | null, Expr | null] = [null, null, null];
    let place = 0;
    for (const child of subscript) {
      if (child.name === ":") place += 1;
      else if (child.name === ",") return reject("A slice stands alone in its brackets", this.at(child));
      else bounds[place] = this.read(child);
    }
    return { kind: "slice", at, target, start: bounds[0], stop: bounds[1], step: bounds[2] };
  }

  private readFieldName(node: SyntaxNode): string {
    const name = readName(this.source(node), this.at(node));
    return isRefusedName(name) ? reject(`${name} is not available in formulas`, this.at(node)) : name;
  }

  private readCall(node: SyntaxNode): Expr {
    const [calleeNode, list] = childrenOf(node);
    if (!calleeNode || !list) return this.refuse(node);
    const callee = this.read(calleeNode);
    if (callee.kind !== "name" && callee.kind !== "attribute") {
      return reject("Only functions and methods can be called", this.at(node));
    }
    const args = this.readArguments(inside(list));
    return callee.kind === "name"
      ? { kind: "call", at: callee.at, name: callee.name, args }
      : { kind: "method", at: callee.at, target: callee.target, name: callee.name, args };
  }

  private readArguments(nodes: SyntaxNode[]): Arguments {
    const args: Arguments = { positional: [], named: [] };
    const cursor = new Cursor(nodes);
    while (!cursor.done) {
      const node = cursor.take();
      if (node.name === "*" || node.name === "**") return reject("Arguments cannot be spread", this.at(node));
      const op = cursor.next;
      if (op?.name === "AssignOp") this.readNamedArgument(node, op, cursor, args);
      else {
        const value = this.read(node);
        if (args.named.length > 0) reject("Named arguments come last", this.at(node));
        args.positional.push(value);
        const loops = this.readLoops(cursor);
        if (loops.length > 0) {
          args.positional = [{ kind: "comprehension", at: this.at(node), key: null, value, loops }];
          if (nodes[0] !== node || !cursor.done) reject("Such a comprehension is the only argument", this.at(node));
        }
      }
      if (!cursor.done && !cursor.accept(",")) return this.refuse(cursor.take());
    }
    return args;
  }

  private readNamedArgument(node: SyntaxNode, op: SyntaxNode, cursor: Cursor, args: Arguments): void {
    if (this.source(op) !== "=") this.refuse(op);
    const name = readName(this.source(node), this.at(node));
    if (args.named.some((other) => other.name === name)) reject(`${name} is given twice`, this.at(node));
    cursor.take();
    args.named.push({ name, value: this.read(cursor.take()) });
  }
}

const UNAVAILABLE: ReadonlyMap<string, string> = new Map([
  ["LambdaExpression", "lambda"],
  ["NamedExpression", "Assignment inside of an expression"],
  ["SetComprehensionExpression", "A set comprehension"],
  ["AwaitExpression", "await"],
  ["YieldExpression", "yield"],
]);

function isArithmetic(symbol: string): symbol is BinaryOp {
  return ARITHMETIC.has(symbol);
}
