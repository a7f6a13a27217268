/** The sources of the console as parts: each top-level declaration with what it names and which addresses of the API it calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@babel/core";
import { resolved } from "../console-graph";

const HOME = join(import.meta.dir, "../../src/console");
const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** The fields of a node that hold no code. */
const SILENT = new Set(["loc", "extra", "leadingComments", "trailingComments", "innerComments"]);

/** A node of the syntax tree. */
type Node = { type: string; [field: string]: unknown };

/** An address of the API in the code. In it `\0` stands for a value; without a method it is handed on to whoever calls it. */
export type Call = { method?: string; address: string };

/** A top-level declaration of a source. */
export type Part = {
  file: string;
  names: string[];
  /** The names that it mentions. */
  mentions: Set<string>;
  /** The sources that it loads when they are wanted. */
  loads: Set<string>;
  calls: Call[];
  /** The methods by which it calls addresses that are handed to it. */
  sends: Set<string>;
};

/** A source with the names that it has from others. */
export type Source = {
  parts: Part[];
  imports: Map<string, { file: string; name: string }>;
  /** The sources whose exports it exports all of. */
  passesOn: string[];
};

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const nameOf = (node: unknown): string => String((node as Node)["name"] ?? (node as Node)["value"]);

/** Returns the text of a literal, with `\0` for each value in it; undefined for anything else. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "TSAsExpression") return textOf(node["expression"] as Node);
  if (node?.type === "StringLiteral") return node["value"] as string;
  if (node?.type !== "TemplateLiteral") return undefined;
  return (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("\0");
}

/** Returns the address of the API that a literal is, without its search. */
function addressOf(node: Node | undefined): string | undefined {
  const text = textOf(node);
  return text?.startsWith("/api/v1/") ? text.split("?")[0] : undefined;
}

/** Returns the method of a call such as `api.GET(…)`; of `fetch(…)` it is GET. */
function methodOf(callee: Node): string | undefined {
  if (callee.type === "Identifier" && nameOf(callee) === "fetch") return "GET";
  if (callee.type !== "MemberExpression" || nameOf(callee["object"]) !== "api") return undefined;
  const method = nameOf(callee["property"]);
  return METHODS.has(method) ? method : undefined;
}

/** Returns the fields of a node that may mention names of the source. */
function fieldsOf(node: Node): unknown[] {
  if (node.type.startsWith("TS")) return [node["expression"]];
  const silent = new Set(SILENT);
  if (node.type.endsWith("MemberExpression") && !node["computed"]) silent.add("property");
  if (/^Object(Property|Method)$/.test(node.type) && !node["computed"]) silent.add("key");
  if (node.type === "JSXAttribute") silent.add("name");
  return Object.entries(node).flatMap(([field, value]) => (silent.has(field) ? [] : [value]));
}

/** Adds what a node and the nodes within it mention and call. */
function read(node: Node, part: Part): void {
  let rest = fieldsOf(node);
  if (node.type === "Identifier" || node.type === "JSXIdentifier") part.mentions.add(nameOf(node));
  const method = node.type === "CallExpression" ? methodOf(node["callee"] as Node) : undefined;
  const [first] = nodesIn(node["arguments"]);
  const address = addressOf(method ? first : node);
  if (method && address) rest = [node["callee"], ...(node["arguments"] as unknown[]).slice(1)];
  else if (method && first?.type !== "StringLiteral") part.sends.add(method);
  // An address with values is that of a link or of a download.
  if (address)
    part.calls.push({ method: method ?? (node.type === "TemplateLiteral" ? "GET" : undefined), address } as Call);
  if (node.type === "CallExpression" && (node["callee"] as Node).type === "Import")
    part.loads.add(resolved(part.file, textOf(first)!));
  for (const value of rest) for (const child of nodesIn(value)) read(child, part);
}

/** Returns the names that a declaration gives. */
function declaredBy(node: Node): string[] {
  if (node.type === "VariableDeclaration")
    return nodesIn(node["declarations"]).flatMap(({ id }) => {
      const names: Part = emptyPart("");
      read(id as Node, names);
      return [...names.mentions];
    });
  return node["id"] ? [nameOf(node["id"])] : [];
}

const emptyPart = (file: string, names: string[] = []): Part => ({
  file,
  names,
  mentions: new Set(),
  loads: new Set(),
  calls: [],
  sends: new Set(),
});

/** Returns the parts of a source. @param file its path below the folder of the console */
export function sourceOf(file: string): Source {
  const tree = parseSync(readFileSync(join(HOME, file), "utf8"), {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["typescript", "jsx"] },
  }) as unknown as { program: { body: Node[] } };
  const source: Source = { parts: [], imports: new Map(), passesOn: [] };
  for (const statement of tree.program.body) {
    const from = statement["source"] && resolved(file, nameOf(statement["source"]));
    if (statement.type === "ExportAllDeclaration") source.passesOn.push(from as string);
    else if (from)
      for (const one of nodesIn(statement["specifiers"])) {
        const name = one.type === "ImportNamespaceSpecifier" ? "*" : nameOf(one["imported"] ?? one["local"]);
        const own = nameOf(one[statement.type === "ImportDeclaration" ? "local" : "exported"]);
        source.imports.set(own, {
          file: from as string,
          name: one.type === "ImportDefaultSpecifier" ? "default" : name,
        });
      }
    else {
      const declaration = (statement["declaration"] ?? statement) as Node;
      const isDefault = statement.type === "ExportDefaultDeclaration";
      const part = emptyPart(file, [...declaredBy(declaration), ...(isDefault ? ["default"] : [])]);
      read(declaration, part);
      source.parts.push(part);
    }
  }
  return source;
}
