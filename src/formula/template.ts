import type { SyntaxNode } from "@lezer/common";
import type { Expr, Replacement, TemplatePart } from "./ast";
import { reject } from "./errors";
import { childrenOf, type ExprReader } from "./nodes";
import { openString, readEscapes } from "./tokens";

/** Reads an interpolated string, or several strings next to each other, which count as one. */
export function readTemplate(reader: ExprReader, node: SyntaxNode): Expr {
  const at = reader.at(node);
  const pieces = node.name === "ContinuedString" ? childrenOf(node) : [node];
  const parts = pieces.flatMap((piece) => readPiece(reader, piece));
  if (parts.every((part) => typeof part === "string")) return { kind: "constant", at, value: parts.join("") };
  return { kind: "template", at, parts };
}

function readPiece(reader: ExprReader, node: SyntaxNode): TemplatePart[] {
  const { start, end, raw } = openString(reader.source(node), reader.at(node));
  const level = node.name === "FormatString" ? 1 : 0;
  return readParts(reader, node, node.from + start, node.from + end, raw, level);
}

/** Level 0 is a plain string, 1 an interpolated one, 2 a format in it, 3 the format of a value in that format. */
const MAX_LEVEL = 3;

/** Reads the literal stretches and the replacements between two offsets of a node. */
function readParts(
  reader: ExprReader,
  node: SyntaxNode,
  start: number,
  end: number,
  raw: boolean,
  level: number,
): TemplatePart[] {
  if (level > MAX_LEVEL) reject("Formats are nested too deeply", reader.at(node));
  const parts: TemplatePart[] = [];
  let done = start;
  const addLiteral = (until: number): void => {
    const text = readEscapes(reader.text.slice(done, until), reader.base + done, raw, level === 1);
    if (text !== "") parts.push(text);
  };
  for (const child of childrenOf(node)) {
    if (child.name !== "FormatReplacement") continue;
    addLiteral(child.from);
    parts.push(...readReplacement(reader, child, raw, level));
    done = child.to;
  }
  addLiteral(end);
  return parts;
}

/** `{value}`, `{value!r}`, `{value:format}` and `{value=}`, which shows its own text as well. */
function readReplacement(reader: ExprReader, node: SyntaxNode, raw: boolean, level: number): TemplatePart[] {
  const children = childrenOf(node);
  const named = (name: string): SyntaxNode | undefined => children.find((child) => child.name === name);
  const [open, ...rest] = children;
  const values = rest.filter((child) => !["FormatSelfDoc", "FormatConversion", "FormatSpec", "}"].includes(child.name));
  const conversion = named("FormatConversion");
  const spec = named("FormatSpec");
  const selfDoc = named("FormatSelfDoc");
  const first = values[0];
  if (!open || !first) return reject("A value is missing in the braces", reader.at(node));
  const part: Replacement = {
    at: reader.at(first),
    value: reader.readList(values, reader.at(first)),
    conversion: conversion ? conversionOf(reader.source(conversion)) : selfDoc && !spec ? "r" : null,
    spec: spec ? readParts(reader, spec, spec.from + 1, spec.to, raw, level + 1) : [],
  };
  const label = reader.text.slice(open.to, (conversion ?? spec ?? children.at(-1) ?? node).from);
  return selfDoc ? [label, part] : [part];
}

function conversionOf(mark: string): Replacement["conversion"] {
  return mark === "!r" ? "r" : mark === "!a" ? "a" : "s";
}
