import type { Value } from "./values";

/** Every node carries `at`, its offset in the formula, for messages. */
export type Expr =
  | { kind: "constant"; at: number; value: Value }
  | { kind: "name"; at: number; name: string }
  | { kind: "attribute"; at: number; target: Expr; name: string }
  | { kind: "index"; at: number; target: Expr; index: Expr }
  | { kind: "slice"; at: number; target: Expr; start: Expr | null; stop: Expr | null; step: Expr | null }
  | { kind: "call"; at: number; name: string; args: Arguments }
  | { kind: "method"; at: number; target: Expr; name: string; args: Arguments }
  | { kind: "unary"; at: number; op: UnaryOp; operand: Expr }
  | { kind: "arithmetic"; at: number; first: Expr; rest: Operation<BinaryOp>[] }
  | { kind: "comparison"; at: number; first: Expr; rest: Operation<CompareOp>[] }
  | { kind: "logic"; at: number; op: "and" | "or"; operands: Expr[] }
  | { kind: "conditional"; at: number; test: Expr; whenTrue: Expr; whenFalse: Expr }
  | { kind: "sequence"; at: number; form: "list" | "tuple" | "set"; items: Item[] }
  | { kind: "dict"; at: number; entries: DictEntry[] }
  | { kind: "comprehension"; at: number; key: Expr | null; value: Expr; loops: Loop[] }
  | { kind: "template"; at: number; parts: TemplatePart[] };

/** The expressions of one kind. */
export type ExprOf<Kind extends Expr["kind"]> = Extract<Expr, { kind: Kind }>;

export type UnaryOp = "-" | "+" | "~" | "not";
export type BinaryOp = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "<<" | ">>" | "&" | "|" | "^";
export type CompareOp = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "is" | "is not";

/** One step of a chain that is worked off from left to right. */
export interface Operation<Op> {
  op: Op;
  at: number;
  operand: Expr;
}

export interface Arguments {
  positional: Expr[];
  named: { name: string; value: Expr }[];
}

/** An element of a list, tuple or set; `spread` is the `*x` form. */
export interface Item {
  spread: boolean;
  value: Expr;
}

/** `key: value`, or `**value` when the key is null. */
export interface DictEntry {
  key: Expr | null;
  value: Expr;
}

/** One `for target in source if … if …` of a comprehension. */
export interface Loop {
  target: Target;
  source: Expr;
  conditions: Expr[];
}

/** The target that a loop binds: a name, or several by unpacking. */
export type Target = { kind: "bind"; at: number; name: string } | { kind: "unpack"; at: number; targets: Target[] };

/** A literal stretch of an interpolated string, or a value in braces; a conversion makes it a text before it is laid out. */
export type TemplatePart = string | Replacement;

export interface Replacement {
  at: number;
  value: Expr;
  conversion: "s" | "r" | "a" | null;
  spec: TemplatePart[];
}
