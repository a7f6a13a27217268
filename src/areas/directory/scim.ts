/**
 * The messages of SCIM 2.0 (RFC 7643 and 7644), by the library scimmy: what a directory sends is checked against the schemas,
 * patches are applied, filters are parsed.
 */
import SCIMMY from "scimmy";
import { Problem } from "../../http/errors";
import type { Resource } from "./model";

const { Messages, Resources, Schemas, Types } = SCIMMY;

Schemas.User.definition.extend(Schemas.EnterpriseUser.definition);
Resources.declare(Resources.User);
Resources.declare(Resources.Group);

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

/** Returns a refusal in the form of SCIM. @param scimType the keyword of RFC 7644, 3.12 */
export const scimProblem = (status: number, detail: string, scimType?: string): Problem =>
  new Problem(status, detail, {}, { schemas: [ERROR], status: String(status), ...(scimType && { scimType }) });

/** Runs work whose refusals get the form of SCIM. */
export function inScim<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || "schemas" in error.more) throw error;
    const { status, detail } = error;
    const text = typeof detail === "string" ? detail : error.message;
    throw scimProblem(status, text, status === 409 ? "uniqueness" : undefined);
  }
}

/** The longest message of the library that is sent on. */
const LONGEST_MESSAGE = 500;

/** Returns the refusal for an error of the library, all of which are about what was sent. */
function asRefusal(error: unknown): Problem {
  const message = (error as Error).message.slice(0, LONGEST_MESSAGE);
  return error instanceof Types.Error
    ? scimProblem(error.status, message, error.scimType)
    : scimProblem(400, message, "invalidValue");
}

/** The kinds of resources. */
export type Kind = "User" | "Group";

/** Directories send truth values as words. */
const asFlag = (value: unknown): unknown => {
  const words: Record<string, boolean> = { true: true, false: false };
  return typeof value === "string" ? (words[value.toLowerCase()] ?? value) : value;
};

const withFlag = (resource: Resource): Resource =>
  "active" in resource ? { ...resource, active: asFlag(resource["active"]) } : resource;

/** Returns a resource with the attributes that its schema has. @throws Problem 400 */
export function parseResource(kind: Kind, body: Resource): Resource {
  try {
    return { ...(new Schemas[kind](withFlag(body), "in") as object) };
  } catch (error) {
    throw asRefusal(error);
  }
}

type PatchOperation = { op?: unknown; path?: unknown; value?: unknown };

function normalize(operation: PatchOperation): PatchOperation {
  const { path, value } = operation;
  if (typeof path === "string" && path.toLowerCase() === "active") return { ...operation, value: asFlag(value) };
  const isWhole = path === undefined && typeof value === "object" && value !== null && !Array.isArray(value);
  return isWhole ? { ...operation, value: withFlag(value as Resource) } : operation;
}

/** Returns a resource after the operations of a patch. @throws Problem 400 for an operation that means nothing */
export async function patched(kind: Kind, before: Resource, body: Resource): Promise<Resource> {
  const operations = body["Operations"];
  const message = {
    ...body,
    ...(Array.isArray(operations) && { Operations: operations.map((one) => normalize((one ?? {}) as PatchOperation)) }),
  };
  try {
    const patch = new Messages.PatchOp(message as ConstructorParameters<typeof Messages.PatchOp>[0]);
    const target = new Schemas[kind](structuredClone(before), "in");
    // It returns nothing when the operations change nothing.
    const after = await patch.apply(target, async (changed: object) => changed);
    return { ...(after ?? target) } as Resource;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** The comparisons of a filter: any of the groups, of which all must hold. Attribute → operator and value, or its parts. */
export type Comparison = { attribute: string; operator: string; value: unknown; negated: boolean };

function comparisonsIn(expression: Record<string, unknown>, prefix = ""): Comparison[] {
  return Object.entries(expression).flatMap(([name, found]): Comparison[] => {
    const attribute = `${prefix}${name}`;
    if (!Array.isArray(found)) return comparisonsIn(found as Record<string, unknown>, `${attribute}.`);
    // Several comparisons of one attribute are a list of lists.
    if (Array.isArray(found[0])) return found.flatMap((one) => comparisonsIn({ [name]: one }, prefix));
    const negated = String(found[0]).toLowerCase() === "not";
    const [operator, value] = negated ? found.slice(1) : found;
    return [{ attribute, operator: String(operator).toLowerCase(), value, negated }];
  });
}

/** Alternatives of a filter without parentheses, and of one with them, which the library multiplies out. */
const MAX_ALTERNATIVES = 50;
const MAX_NESTED_ALTERNATIVES = 6;

function requireFewAlternatives(filter: string): void {
  const alternatives = filter.match(/\bor\b/gi)?.length ?? 0;
  const most = /[([]/.test(filter) ? MAX_NESTED_ALTERNATIVES : MAX_ALTERNATIVES;
  if (alternatives > most) throw scimProblem(400, `filter: has more than ${most} times or`, "invalidFilter");
}

/**
 * Parses a filter.
 * @returns groups of comparisons: one of the groups must hold, with all of its comparisons
 * @throws Problem 400
 */
export function parseFilter(filter: string): Comparison[][] {
  requireFewAlternatives(filter);
  try {
    return [...new Types.Filter(filter)].map((expression) =>
      comparisonsIn(expression as unknown as Record<string, unknown>),
    );
  } catch (error) {
    throw scimProblem(400, `filter: ${(error as Error).message.slice(0, LONGEST_MESSAGE)}`, "invalidFilter");
  }
}

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** Returns a page of resources. */
export const listOfResources = (resources: readonly Resource[], total: number, startIndex: number): Resource => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const namesIn = (text: string | undefined) =>
  text?.split(",").map((name) => name.trim().split(".")[0]?.toLowerCase() ?? "") ?? [];

/** Attributes that every answer has. */
const ALWAYS = new Set(["id", "schemas"]);

/** Returns a resource with the attributes that a request asks for. */
export function selected(
  resource: Resource,
  { attributes, excludedAttributes }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Resource {
  const wanted = namesIn(attributes);
  const unwanted = namesIn(excludedAttributes);
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      return ALWAYS.has(key) || ((wanted.length === 0 || wanted.includes(key)) && !unwanted.includes(key));
    }),
  );
}

/** Checks whether a request leaves out an attribute. */
export const isLeftOut = (
  attribute: string,
  query: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): boolean => !(attribute in selected({ [attribute]: true }, query));

/** Returns the schemas of the resources, as directories ask for them. */
export const describeSchemas = (base: string): Resource[] =>
  [Schemas.User, Schemas.Group, Schemas.EnterpriseUser].map(
    ({ definition }) => definition.describe(`${base}/Schemas`) as unknown as Resource,
  );
