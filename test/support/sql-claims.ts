/**
 * The calls of `statement<Row>(sql)` in the code, with the texts of their SQL and what `Row` claims of the columns. The SQL of a call
 * is evaluated from its source: texts, templates, constants, and functions that make SQL of constants.
 */
import { join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dir, "../..");

/** The kinds of values that a property may have. */
export type Claim = { name: string; kinds: ReadonlySet<string> };

/** The name in a claim of the column of a query that has no other. */
export const ONLY_COLUMN = "";

/** A call of `statement`: its place, its SQL unless that can't be read, and its claims, or the length of a row that is a list. */
export type Call = { place: string; sql: string | undefined; claims: Claim[] | undefined; length: number | undefined };

/** A value of the code that is known before it runs. */
type Value = string | number | boolean | null | undefined | Value[] | { [key: string]: Value };
type Scope = ReadonlyMap<ts.Symbol, Value>;

class Unreadable extends Error {}

const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: ["src", "db"] }, ts.sys, root);
const { fileNames } = ts.parseJsonConfigFileContent({ ...config, include: ["src", "db"] }, ts.sys, root);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** Returns the symbol that a name stands for, through imports. */
function symbolOf(node: ts.Node): ts.Symbol | undefined {
  const shorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
  const symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the value of a type that is a certain text. */
function literalOf(node: ts.Node): string {
  const type = checker.getTypeAtLocation(node);
  if (type.isStringLiteral()) return type.value;
  throw new Unreadable(node.getText());
}

/** Returns the body of a function that only returns something, with its parameters. */
function bodyOf(node: ts.Node | undefined): { body: ts.Expression; parameters: readonly ts.ParameterDeclaration[] } {
  const inner = node && ts.isVariableDeclaration(node) ? node.initializer : node;
  if (inner && ts.isArrowFunction(inner) && !ts.isBlock(inner.body))
    return { body: inner.body, parameters: inner.parameters };
  const block = inner && (ts.isFunctionDeclaration(inner) || ts.isArrowFunction(inner)) ? inner.body : undefined;
  const last = block && ts.isBlock(block) ? block.statements.at(-1) : undefined;
  if (inner && last && ts.isReturnStatement(last) && last.expression)
    return { body: last.expression, parameters: (inner as ts.FunctionDeclaration).parameters };
  throw new Unreadable(node?.getText().slice(0, 60) ?? "");
}

function callOf(node: ts.CallExpression, scope: Scope): Value {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) {
    const target = evaluate(callee.expression, scope);
    const method = callee.name.text;
    const [first] = node.arguments;
    if (method === "join" && Array.isArray(target)) return target.join(first ? String(evaluate(first, scope)) : ",");
    if (method === "map" && Array.isArray(target) && first) return target.map((item) => apply(first, [item], scope));
    if (method === "split" && typeof target === "string" && first) return target.split(String(evaluate(first, scope)));
    if (method === "toReversed" && Array.isArray(target)) return target.toReversed();
    throw new Unreadable(node.getText());
  }
  const declaration = symbolOf(callee)?.valueDeclaration;
  if (!declaration) throw new Unreadable(node.getText());
  return apply(
    declaration,
    node.arguments.map((argument) => evaluate(argument, scope)),
    scope,
  );
}

/** Returns the result of a function of the code for some arguments. */
function apply(declaration: ts.Node, values: readonly Value[], scope: Scope): Value {
  const { body, parameters } = bodyOf(declaration);
  const inner = new Map(scope);
  parameters.forEach(({ name, initializer }, at) => {
    const value = values[at] ?? (initializer && evaluate(initializer, scope));
    if (ts.isIdentifier(name)) inner.set(symbolOf(name) as ts.Symbol, value);
    else
      for (const element of name.elements)
        if (ts.isBindingElement(element))
          inner.set(symbolOf(element.name) as ts.Symbol, (value as Record<string, Value>)?.[element.name.getText()]);
  });
  return evaluate(body, inner);
}

/** Returns the value of an expression. @throws Unreadable when it depends on a value that only a run has */
function evaluate(node: ts.Expression, scope: Scope): Value {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (text, span) => text + evaluate(span.expression, scope) + span.literal.text,
      node.head.text,
    );
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return evaluate(node.expression, scope);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((one) =>
      ts.isSpreadElement(one) ? (evaluate(one.expression, scope) as Value[]) : [evaluate(one, scope)],
    );
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return `${evaluate(node.left, scope)}${evaluate(node.right, scope)}`;
  if (ts.isConditionalExpression(node)) return evaluate(node.whenTrue, scope);
  if (ts.isCallExpression(node)) return callOf(node, scope);
  if (ts.isIdentifier(node)) return named(node, scope);
  if (ts.isPropertyAccessExpression(node)) return propertyOf(node, scope);
  return literalOf(node);
}

function named(node: ts.Identifier, scope: Scope): Value {
  const symbol = symbolOf(node);
  if (symbol && scope.has(symbol)) return scope.get(symbol);
  const declaration = symbol?.valueDeclaration;
  const isConstant = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer;
  return isConstant && ts.isIdentifier(declaration.name) ? evaluate(isConstant, scope) : literalOf(node);
}

function propertyOf(node: ts.PropertyAccessExpression, scope: Scope): Value {
  const declaration = symbolOf(node)?.valueDeclaration;
  if (declaration && ts.isPropertyAssignment(declaration)) return evaluate(declaration.initializer, scope);
  return literalOf(node);
}

/** Returns the kinds of the values of a type: of a text, number, list of bytes, null, or any. */
function kindsOf(type: ts.Type): Set<string> {
  const parts = type.isUnion() ? type.types : [type];
  return new Set(
    parts.map((part) => {
      if (part.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return "any";
      if (part.flags & ts.TypeFlags.StringLike) return "string";
      if (part.flags & ts.TypeFlags.NumberLike) return "number";
      if (part.flags & ts.TypeFlags.BooleanLike) return "boolean";
      if (part.flags & ts.TypeFlags.Null) return "null";
      if (part.flags & ts.TypeFlags.Undefined) return "undefined";
      return checker.typeToString(part).startsWith("Uint8Array") ? "bytes" : "object";
    }),
  );
}

/** Returns the claims of the first type argument of a call. */
function claimsOf(call: ts.CallExpression): Pick<Call, "claims" | "length"> {
  const [row] = call.typeArguments ?? [];
  const type = row && checker.getTypeFromTypeNode(row);
  const none = { claims: undefined, length: undefined };
  if (!type || type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Never)) return none;
  if (call.expression.getText() !== "statement")
    return { claims: [{ name: ONLY_COLUMN, kinds: kindsOf(type) }], length: 1 };
  if (checker.isTupleType(type)) return { ...none, length: checker.getTypeArguments(type as ts.TypeReference).length };
  if (checker.isArrayType(type)) return none;
  const claims = checker.getPropertiesOfType(type).map((property) => {
    const kinds = kindsOf(checker.getTypeOfSymbol(property));
    return { name: property.name, kinds };
  });
  return { claims, length: undefined };
}

function callIn(file: ts.SourceFile, call: ts.CallExpression): Call {
  const { line } = file.getLineAndCharacterOfPosition(call.getStart());
  const place = `${relative(root, file.fileName)}:${line + 1}`;
  try {
    return { place, sql: String(evaluate(call.arguments[0] as ts.Expression, new Map())), ...claimsOf(call) };
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof TypeError || error instanceof RangeError)) throw error;
    return { place, sql: undefined, ...claimsOf(call) };
  }
}

/** The functions that run SQL; the row of all but the first is the only value that they return. */
const RUNNING: ReadonlySet<string> = new Set(["statement", "firstValue", "allValues", "hasRow"]);

/** Returns every call of `statement`, and of what queries single values, in src/ and db/. */
export function statementCalls(): Call[] {
  const calls: Call[] = [];
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || file.fileName.includes("node_modules")) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && RUNNING.has(node.expression.text))
        calls.push(callIn(file, node));
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return calls;
}
