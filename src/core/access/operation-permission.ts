/** The permission of an operation, as its declaration states it. */
import { type Actor, may, mayAsStakeholder, mayOnCard } from "./actor";
import { type CardPermissionKey, everywhere, type PermissionKey } from "./permissions";

/** A card permission on the card of the path (`card_id`), by a role for all cards or as a stakeholder. */
type OnCard = { card: CardPermissionKey };
/** A card permission on the card of the path, as a stakeholder only: no role for all cards stands for it. */
type AsStakeholder = { stakeholder: CardPermissionKey };
/** `self`: the user of the path (`user_id`). `owner`: the owner of the resource, which its service checks. */
export type Condition = PermissionKey | OnCard | AsStakeholder | "self" | "owner";
type AnyOf = { anyOf: readonly Condition[] };
type AllOf = { allOf: readonly PermissionKey[] };
type CheckedInService = { inService: readonly Condition[] };
type AuthenticatesItself = { authenticatesItself: true };

/**
 * The callers of an operation: `public` is everybody, without a token; `auth` is every user; otherwise users with
 * a permission.
 */
export type Permission =
  | "public"
  | "auth"
  | PermissionKey
  | OnCard
  | AnyOf
  | AllOf
  | CheckedInService
  | AuthenticatesItself;

/** Requires any one of the conditions. */
export const anyOf = (...conditions: Condition[]) => ({ anyOf: conditions }) as const satisfies AnyOf;

/** Requires all permissions. */
export const allOf = (...permissions: PermissionKey[]) => ({ allOf: permissions }) as const satisfies AllOf;

/** Requires a permission on the card of the path (`card_id`). */
export const onCard = (card: CardPermissionKey) => ({ card }) as const satisfies OnCard;

/** Requires a permission on the card of the path (`card_id`) that the caller has as its stakeholder. */
export const asStakeholder = (stakeholder: CardPermissionKey) => ({ stakeholder }) as const satisfies AsStakeholder;

/** Returns conditions that the service checks, because only it knows the cards or owners concerned. */
export const checkedInService = (...conditions: Condition[]) =>
  ({ inService: conditions }) as const satisfies CheckedInService;

/** Every user; the handler authenticates, because the token may be sent in another way. */
export const authenticatesItself = { authenticatesItself: true } as const satisfies AuthenticatesItself;

const describeCondition = (condition: Condition): string => {
  if (typeof condition === "object")
    return "card" in condition ? `${everywhere(condition.card)}|${condition.card}` : condition.stakeholder;
  return condition === "owner" ? "auth (owner)" : condition;
};

/** Returns a permission as text for the description: alternatives joined by `|`, what is needed together by `+`. */
export function permissionText(permission: Permission): string {
  if (typeof permission === "string") return permission;
  if ("authenticatesItself" in permission) return "auth";
  if ("card" in permission) return describeCondition(permission);
  if ("allOf" in permission) return permission.allOf.join("+");
  return ("anyOf" in permission ? permission.anyOf : permission.inService).map(describeCondition).join("|");
}

type Params = Record<string, string | undefined>;

function holds(condition: Condition, actor: Actor, params: Params): boolean {
  const card = params["card_id"] ?? "";
  if (typeof condition === "object")
    return "card" in condition
      ? mayOnCard(actor, condition.card, card)
      : mayAsStakeholder(actor, condition.stakeholder, card);
  if (condition === "self") return params["user_id"] === actor.userId;
  return condition === "owner" || may(actor, condition);
}

/** Checks whether an operation is called with an authenticated actor. */
export const needsActor = (permission: Permission): boolean =>
  permission !== "public" && !(typeof permission === "object" && "authenticatesItself" in permission);

/**
 * Returns the check of a permission, given the actor and the path's parameters; undefined when there is nothing to check.
 */
export function permissionCheck(permission: Permission): ((actor: Actor, params: Params) => boolean) | undefined {
  if (!needsActor(permission) || permission === "auth") return undefined;
  if (typeof permission === "object" && "inService" in permission) return undefined;
  if (typeof permission === "object" && "allOf" in permission)
    return (actor) => permission.allOf.every((key) => may(actor, key));
  const conditions = typeof permission === "object" && "anyOf" in permission ? permission.anyOf : [permission];
  return (actor, params) => conditions.some((condition) => holds(condition as Condition, actor, params));
}

/** Checks whether a permission depends on the card. */
export const isCardPermission = (permission: Permission): boolean => permissionText(permission).includes("card.");
