/** Reads the words of source files: their comments, the names that they declare, and the names of their tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import ts from "typescript";

/** A piece of text with its place as `file:line`. */
export type Passage = { file: string; line: number; text: string };

/** The full name of a test, with the part that is its own, after those of its groups. */
export type TestName = Passage & { own: string };

/** A name that is declared; `exported` is true for a function that other files may call. */
export type DeclaredName = Passage & { kind: "type" | "function" | "other"; exported: boolean };

const ROOT = join(import.meta.dir, "../..");

/** Returns the TypeScript files of a top folder, as paths from the root of the repository. */
export const filesOf = (folder: string): string[] =>
  [...new Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].map((file) => file.replaceAll("\\", "/")).toSorted();

/** Returns the text of a file. @param file its path from the root of the repository */
export const textOfFile = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const isLineComment = (line: string | undefined) => line?.trimStart().startsWith("//") ?? false;

/**
 * Returns the comments of a file that stand on lines of their own; lines of `//` that follow one another are one comment.
 */
export function commentsOf(file: string): Passage[] {
  const lines = textOfFile(file).split("\n");
  const comments: Passage[] = [];
  for (let index = 0; index < lines.length; index++) {
    const first = index;
    if (lines[index]!.trimStart().startsWith("/*")) while (!lines[index]!.includes("*/")) index++;
    else if (isLineComment(lines[index])) while (isLineComment(lines[index + 1])) index++;
    else continue;
    const text = lines
      .slice(first, index + 1)
      .map((line) => line.replace(/^\s*(\/\*+|\*\/|\*|\/\/)\s?/, "").replace(/\*\/.*$/, ""))
      .join(" ")
      .trim();
    comments.push({ file, line: first + 1, text });
  }
  return comments;
}

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const isFunctionValue = ({ initializer }: ts.VariableDeclaration) =>
  !!initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));

const isType = (node: ts.Node) =>
  ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);

const isOtherDeclaration = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node);

/** Returns the kind and export of a declared name; undefined when the node declares nothing with a name. */
function declarationOf(node: ts.Node): Pick<DeclaredName, "kind" | "exported"> | undefined {
  if (isType(node)) return { kind: "type", exported: isExported(node) };
  if (ts.isFunctionDeclaration(node)) return { kind: "function", exported: isExported(node) };
  if (ts.isVariableDeclaration(node) && isFunctionValue(node))
    return { kind: "function", exported: isExported(node.parent.parent) };
  return isOtherDeclaration(node) ? { kind: "other", exported: false } : undefined;
}

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const source = parsed.get(file) ?? ts.createSourceFile(file, textOfFile(file), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

const lineOf = (source: ts.SourceFile, node: ts.Node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

/** Returns the names of types, functions, variables, parameters and fields that a file declares. */
export function declaredNamesOf(file: string): DeclaredName[] {
  const source = parse(file);
  const names: DeclaredName[] = [];
  const visit = (node: ts.Node): void => {
    const declaration = declarationOf(node);
    const name = (node as ts.NamedDeclaration).name;
    if (declaration && name && ts.isIdentifier(name))
      names.push({ file, line: lineOf(source, name), text: name.text, ...declaration });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableStatement(node) && node.declarationList.declarations.some(isFunctionValue));

/** Returns the comments of a file's functions, without their tags. */
export function functionCommentsOf(file: string): Passage[] {
  const source = parse(file);
  const comments: Passage[] = [];
  const visit = (node: ts.Node): void => {
    const comment = isFunction(node) ? ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc) : undefined;
    const text = ts.getTextOfJSDocComment(comment?.comment)?.replaceAll(/\s+/g, " ");
    if (comment && text) comments.push({ file, line: lineOf(source, comment), text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return comments;
}

/** Returns the function at the root of a call: `test` of `test.each(rows)("…")`. */
function calledFunction(call: ts.CallExpression): string {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) ? callee.text : "";
}

/** Returns the text of a literal, with `${…}` where a template has values; undefined for any other expression. */
function literalText(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? node
        .getText()
        .slice(1, -1)
        .replaceAll(/\$\{[^}]*\}/g, "…")
    : undefined;
}

const isModuleName = (node: ts.Node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node);

/** Returns the texts of several words in a file: messages, descriptions and names that people read. */
export function messagesOf(file: string): Passage[] {
  const source = parse(file);
  const messages: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (isModuleName(node)) return;
    const text = ts.isExpression(node) ? literalText(node) : undefined;
    if (text !== undefined && /\S\s+\S/.test(text)) messages.push({ file, line: lineOf(source, node), text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}

/** Returns the lines of the repository's pages, without the code in them. */
export const linesOfPages = (): Passage[] =>
  ["*.md", "docs/**/*.md", ".github/*.md"]
    .flatMap((pages) => [...new Glob(pages).scanSync({ cwd: ROOT, dot: true })])
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted()
    .flatMap((file) =>
      textOfFile(file)
        .split("\n")
        .map((text, index) => ({ file, line: index + 1, text: text.replaceAll(/`[^`]*`/g, "…") })),
    );

/** Returns the full names of a file's tests: the names of the groups around each, and its own. */
export function testNamesOf(file: string): TestName[] {
  const source = parse(file);
  const names: TestName[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const called = ts.isCallExpression(node) && node.arguments.length > 1 ? calledFunction(node) : "";
    const name = ts.isCallExpression(node) ? literalText(node.arguments[0]) : undefined;
    const isGroup = called === "describe" && name !== undefined;
    if ((called === "test" || called === "scenario") && name !== undefined)
      names.push({ file, line: lineOf(source, node), text: [...groups, name].join(" "), own: name });
    ts.forEachChild(node, (child) => visit(child, isGroup ? [...groups, name] : groups));
  };
  visit(source, []);
  return names;
}
