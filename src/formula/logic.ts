import type { SyntaxNode } from "@lezer/common";
import type { CompareOp, Expr, Operation } from "./ast";
import { reject } from "./errors";
import { Cursor, childrenOf, type ExprReader, isLogical } from "./nodes";

const COMPARISONS = new Set<string>(["==", "!=", "<", "<=", ">", ">="]);

/**
 * Reads `or`, `and`, `not` and comparisons. The grammar takes `not a and b` for `not (a and b)`, so this part of the
 * tree is laid out flat, as it was written, and put together anew by precedence. Parentheses are nodes of their own and
 * stay closed.
 */
export function readLogic(reader: ExprReader, node: SyntaxNode): Expr {
  return new LogicReader(reader, new Cursor(flatten(node))).readOr();
}

/** Returns the operands and operators below a node in the order of the text. */
function flatten(root: SyntaxNode): SyntaxNode[] {
  const flat: SyntaxNode[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isLogical(node)) open.push(...childrenOf(node).reverse());
    else flat.push(node);
  }
  return flat;
}

class LogicReader {
  constructor(
    private readonly reader: ExprReader,
    private readonly cursor: Cursor,
  ) {}

  readOr(): Expr {
    return this.readChain("or", () => this.readChain("and", () => this.readNot()));
  }

  private readChain(op: "and" | "or", readOperand: () => Expr): Expr {
    const first = readOperand();
    const operands = [first];
    while (this.cursor.accept(op)) operands.push(readOperand());
    return operands.length === 1 ? first : { kind: "logic", at: first.at, op, operands };
  }

  /** However many `not` there are: an odd number of them turns the value round, an even one makes it a boolean. */
  private readNot(): Expr {
    const at = this.nextAt();
    let count = 0;
    while (this.cursor.accept("not")) count += 1;
    const operand = this.readComparison();
    if (count === 0) return operand;
    const negated: Expr = { kind: "unary", at, op: "not", operand };
    return count % 2 === 1 ? negated : { kind: "unary", at, op: "not", operand: negated };
  }

  private readComparison(): Expr {
    const first = this.readOperand();
    const rest: Operation<CompareOp>[] = [];
    let at = this.nextAt();
    for (let op = this.acceptComparison(); op !== null; op = this.acceptComparison()) {
      rest.push({ op, at, operand: this.readOperand() });
      at = this.nextAt();
    }
    return rest.length === 0 ? first : { kind: "comparison", at: first.at, first, rest };
  }

  private readOperand(): Expr {
    const node = this.cursor.take();
    if (node.name === "not") return reject("not cannot stand here without parentheses", this.reader.at(node));
    return this.reader.read(node);
  }

  private acceptComparison(): CompareOp | null {
    const { cursor } = this;
    if (cursor.accept("in")) return "in";
    if (cursor.accept("is")) return cursor.accept("not") ? "is not" : "is";
    if (cursor.accept("not")) {
      cursor.take();
      return "not in";
    }
    if (cursor.next?.name !== "CompareOp") return null;
    const node = cursor.take();
    const op = this.reader.source(node);
    return isComparison(op) ? op : reject(`${op} is not available in formulas`, this.reader.at(node));
  }

  /** The offset at which the next node begins; 0 at the end. */
  private nextAt(): number {
    return this.cursor.next ? this.reader.at(this.cursor.next) : 0;
  }
}

function isComparison(op: string): op is CompareOp {
  return COMPARISONS.has(op);
}
