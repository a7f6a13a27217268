/** The sentences of the description about operations and their parameters, as they follow from the declarations. */
import type { Condition, Permission } from "../access/operation-permission";
import { everywhere } from "../access/permissions";
import { singular, words } from "./nouns";
import type { Operation } from "./operation";

const code = (key: string) => `\`${key}\``;

/** `a, b or c` */
const listed = (items: readonly string[], conjunction: string): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${conjunction} ${items.at(-1)}`;

/** Returns the callers for whom one of several conditions holds. */
function callers(conditions: readonly Condition[]): string {
  const permissions = conditions.flatMap((condition) => {
    if (typeof condition === "string") return condition === "self" || condition === "owner" ? [] : [code(condition)];
    return "card" in condition ? [code(everywhere(condition.card))] : [];
  });
  const onCard = conditions.flatMap((condition) => {
    if (typeof condition === "string") return [];
    return [code("card" in condition ? condition.card : condition.stakeholder)];
  });
  const people = [
    ...(permissions.length > 0 ? [`users with ${listed([...new Set(permissions)], "or")}`] : []),
    ...(onCard.length > 0 ? [`stakeholders of the card with ${listed([...new Set(onCard)], "or")}`] : []),
    ...(conditions.includes("self") ? ["the user in question"] : []),
    ...(conditions.includes("owner") ? ["whoever it belongs to"] : []),
  ];
  return listed(people, "and");
}

/** Returns a sentence about who may call an operation. */
function permissionSentence(permission: Permission): string {
  if (permission === "public") return "Anybody may call it, without a token.";
  if (permission === "auth") return "Every user may call it.";
  if (typeof permission === "string") return `It is for ${callers([permission])}.`;
  if ("authenticatesItself" in permission) return "Every user may call it.";
  if ("allOf" in permission) return `It is for users with ${listed(permission.allOf.map(code), "and")}.`;
  if ("anyOf" in permission) return `It is for ${callers(permission.anyOf)}.`;
  if ("inService" in permission) return `It is for ${callers(permission.inService)}.`;
  return `It is for ${callers([permission])}.`;
}

/** Sentences about an operation: what it does, who may call it. */
export const operationText = ({ summary, description, permission, tokens }: Operation): string =>
  [
    `${summary}.`,
    description,
    permissionSentence(permission),
    tokens === "never" && "No access token may call it: it needs somebody who has logged in.",
  ]
    .filter(Boolean)
    .join(" ");

/** Abbreviations in the names of parameters. */
const abbreviations: Record<string, string> = {
  adr: "architecture decision",
  bm: "view",
  bpmn_element: "element in the BPMN",
  calc: "calculation",
  conn: "connection",
  dep: "dependency",
  doc: "link",
  rel: "relation",
  soaw: "statement of architecture work",
  wbs: "work package",
};

/** Returns the description of a path's parameter: `card_id` is the id of the card. */
export function pathParameterText(name: string, path: string): string {
  if (name.endsWith("_id")) {
    const noun = name.slice(0, -"_id".length);
    return `The id of the ${abbreviations[noun] ?? noun.replaceAll("_", " ")}`;
  }
  const segments = path.split("/");
  const owner = words(singular(segments[segments.indexOf(`{${name}}`) - 1] ?? "")).join(" ");
  const [noun = "", ...rest] = name.split("_").reverse();
  if (noun === "key") return `The key of the ${rest.reverse().join(" ") || owner}`;
  return name === "slug" ? "The part of the portal's address that is its own" : `The name of the ${name}`;
}
