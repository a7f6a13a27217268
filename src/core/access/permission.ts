/** Who may call an operation, as its declaration says it. */
import { type Actor, may, mayOnCard } from "./actor";
import { type CardPermissionKey, everywhere, type PermissionKey } from "./permissions";

/** A right to the card that the path names as `card_id`: by a role for every card, or by one's part in this one. */
type OnCard = { card: CardPermissionKey };
/** `self`: the user whom the path names as `user_id`. `owner`: whoever made the thing, which only its service knows. */
type Condition = PermissionKey | OnCard | "self" | "owner";
type AnyOf = { anyOf: readonly Condition[] };
type CheckedInService = { inService: readonly Condition[] };
type AuthenticatesItself = { authenticatesItself: true };

/**
 * `public`: anybody, without a token. `auth`: anybody who is logged in. Else the permission that is needed; an unknown key
 * doesn't compile.
 */
export type Permission = "public" | "auth" | PermissionKey | OnCard | AnyOf | CheckedInService | AuthenticatesItself;

/** Any one of several rights is enough. */
export const anyOf = (...conditions: Condition[]) => ({ anyOf: conditions }) as const satisfies AnyOf;

/** A right to the card that the path names as `card_id`. */
export const onCard = (card: CardPermissionKey) => ({ card }) as const satisfies OnCard;

/** A right that the service checks itself, because only it knows which cards or whose things are touched. */
export const checkedInService = (...conditions: Condition[]) =>
  ({ inService: conditions }) as const satisfies CheckedInService;

/** Anybody who is logged in; the handler authenticates, because the token may come in another way. */
export const authenticatesItself = { authenticatesItself: true } as const satisfies AuthenticatesItself;

const conditionText = (condition: Condition): string => {
  if (typeof condition === "object") return `${everywhere(condition.card)}|${condition.card}`;
  return condition === "owner" ? "auth (owner)" : condition;
};

/** A permission in the words of the description: keys joined by `|`, any one of which is enough. */
export function permissionText(permission: Permission): string {
  if (typeof permission === "string") return permission;
  if ("authenticatesItself" in permission) return "auth";
  if ("card" in permission) return conditionText(permission);
  return ("anyOf" in permission ? permission.anyOf : permission.inService).map(conditionText).join("|");
}

type Params = Record<string, string | undefined>;

function holds(condition: Condition, actor: Actor, params: Params): boolean {
  if (typeof condition === "object") return mayOnCard(actor, condition.card, params["card_id"] ?? "");
  if (condition === "self") return params["user_id"] === actor.userId;
  return condition === "owner" || may(actor, condition);
}

/**
 * The check that a permission stands for.
 * @returns whether an actor passes, given the parameters of the path; undefined when everybody who is logged in does, or the
 *   service checks
 */
export function checkOf(permission: Permission): ((actor: Actor, params: Params) => boolean) | undefined {
  if (permission === "public" || permission === "auth") return undefined;
  if (typeof permission === "object" && ("inService" in permission || "authenticatesItself" in permission))
    return undefined;
  const conditions = typeof permission === "object" && "anyOf" in permission ? permission.anyOf : [permission];
  return (actor, params) => conditions.some((condition) => holds(condition, actor, params));
}

/** Whether a permission depends on the card, so that its refusal is worded accordingly. */
export const concernsCards = (permission: Permission): boolean => permissionText(permission).includes("card.");
