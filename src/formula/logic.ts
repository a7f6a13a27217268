import type { SyntaxNode } from "@lezer/common";
import type { CompareOp, Expr, Operation } from "./ast";
import { reject } from "./errors";
import { childrenOf, type ExprReader, isLogical } from "./nodes";

const COMPARISONS = new Set<string>(["==", "!=", "<", "<=", ">", ">="]);

/**
 * Reads `or`, `and`, `not` and comparisons. The grammar takes `not a and b` for `not (a and b)`, so this part of the
 * tree is laid out flat, as it was written, and put together anew by precedence. Parentheses are nodes of their own and
 * stay closed.
 */
export function readLogic(reader: ExprReader, node: SyntaxNode): Expr {
  return new LogicReader(reader, flatten(node)).readOr();
}

/** The operands and operators below a node in the order of the text. */
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
  private place = 0;

  constructor(
    private readonly reader: ExprReader,
    private readonly nodes: SyntaxNode[],
  ) {}

  readOr(): Expr {
    return this.readChain("or", () => this.readChain("and", () => this.readNot()));
  }

  private readChain(op: "and" | "or", readOperand: () => Expr): Expr {
    const first = readOperand();
    const operands = [first];
    while (this.accept(op)) operands.push(readOperand());
    return operands.length === 1 ? first : { kind: "logic", at: first.at, op, operands };
  }

  /** However many `not` there are: an odd number of them turns the value round, an even one makes it a boolean. */
  private readNot(): Expr {
    const at = this.reader.at(this.current());
    let count = 0;
    while (this.accept("not")) count += 1;
    const operand = this.readComparison();
    if (count === 0) return operand;
    const negated: Expr = { kind: "unary", at, op: "not", operand };
    return count % 2 === 1 ? negated : { kind: "unary", at, op: "not", operand: negated };
  }

  private readComparison(): Expr {
    const first = this.readOperand();
    const rest: Operation<CompareOp>[] = [];
    for (;;) {
      const at = this.place < this.nodes.length ? this.reader.at(this.current()) : 0;
      const op = this.acceptComparison();
      if (op === null) break;
      rest.push({ op, at, operand: this.readOperand() });
    }
    return rest.length === 0 ? first : { kind: "comparison", at: first.at, first, rest };
  }

  private readOperand(): Expr {
    const node = this.current();
    if (node.name === "not") return reject("not cannot stand here without parentheses", this.reader.at(node));
    this.place += 1;
    return this.reader.read(node);
  }

  private acceptComparison(): CompareOp | null {
    if (this.accept("in")) return "in";
    if (this.accept("is")) return this.accept("not") ? "is not" : "is";
    if (this.accept("not")) {
      this.place += 1;
      return "not in";
    }
    const node = this.nodes[this.place];
    if (node?.name !== "CompareOp") return null;
    const op = this.reader.source(node);
    if (!isComparison(op)) return reject(`${op} is not available in formulas`, this.reader.at(node));
    this.place += 1;
    return op;
  }

  private current(): SyntaxNode {
    const node = this.nodes[this.place];
    if (!node) throw new Error("The syntax tree has not the expected form");
    return node;
  }

  private accept(name: string): boolean {
    const accepted = this.nodes[this.place]?.name === name;
    if (accepted) this.place += 1;
    return accepted;
  }
}

function isComparison(op: string): op is CompareOp {
  return COMPARISONS.has(op);
}
