import type { SyntaxNode } from "@lezer/common";
import type { Expr } from "./ast";

/** The services that the readers of single kinds of expression need of the one that knows them all. */
export interface ExprReader {
  /** The line, and where it begins in the formula. */
  readonly text: string;
  readonly base: number;
  /** The offset at which a node begins in the formula. */
  at(node: SyntaxNode): number;
  /** The text of a node. */
  source(node: SyntaxNode): string;
  /** Any expression. */
  read(node: SyntaxNode): Expr;
  /** Nodes with commas between them: the one expression, or a tuple. */
  readList(nodes: SyntaxNode[], at: number): Expr;
}

const LOGICAL = new Set(["and", "or", "in", "not", "is", "CompareOp"]);

/** Checks whether a node is an `and`, `or`, `not` or a comparison, without parentheses around it. */
export function isLogical(node: SyntaxNode): boolean {
  if (node.name === "UnaryExpression") return node.firstChild?.name === "not";
  return node.name === "BinaryExpression" && LOGICAL.has(node.firstChild?.nextSibling?.name ?? "");
}

/** Returns all children but comments. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== "Comment") children.push(child);
  }
  return children;
}

/** Returns the children between a pair of brackets. */
export function inside(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).slice(1, -1);
}

/** Goes through the children of a node from left to right. */
export class Cursor {
  private place = 0;

  constructor(private readonly nodes: SyntaxNode[]) {}

  get done(): boolean {
    return this.place >= this.nodes.length;
  }

  /** The next node, which is not passed. */
  get next(): SyntaxNode | undefined {
    return this.nodes[this.place];
  }

  /** Passes the next node if it has this name. */
  accept(name: string): boolean {
    const accepted = this.next?.name === name;
    if (accepted) this.place += 1;
    return accepted;
  }

  /** Passes the next node, whatever it is. */
  take(): SyntaxNode {
    const node = this.next;
    if (!node) throw new Error("The syntax tree has not the expected form");
    this.place += 1;
    return node;
  }
}
