/**
 * Scopes of access tokens: which operations a token may call, of those that its user may call at that moment. This is the one
 * place that decides it; `authenticate` asks it for each request.
 */
import { forbidden } from "../../http/errors";

/** `read` allows what changes nothing, `write` everything, `feed` the feeds of views alone, `scim` the directory alone. */
export const scopes = ["read", "write", "feed", "scim"] as const;
export type Scope = (typeof scopes)[number];

/** The scope of a token; with `areas` it allows the operations of these alone. */
export type TokenScope = { scope: Scope; areas: readonly string[] | null };

/**
 * The access tokens that may call an operation: by default those whose scope allows its method; `feed` and
 * `scim` say that those for feeds, or for the directory, may, too; `never` that none may, as it needs somebody who has logged in.
 */
export type TokenRule = "feed" | "scim" | "never";

/** The parts of an operation by which a scope decides. */
type ScopedOperation = { method: string; area?: string; tokens?: TokenRule };

/** Returns the reason why a token may not call an operation; undefined when it may. */
function objectionOf({ scope, areas }: TokenScope, { method, area, tokens }: ScopedOperation): string | undefined {
  if (tokens === "never") return "This needs somebody who has logged in: no access token may do it";
  if (scope === "feed")
    return tokens === "feed" ? undefined : "The token's scope is `feed`: it opens the feeds of views alone";
  if (scope === "scim")
    return tokens === "scim" ? undefined : "The token's scope is `scim`: it opens the directory alone";
  if (scope === "read" && method !== "get") return "The token's scope is `read`: it may change nothing";
  if (areas === null || (area !== undefined && areas.includes(area))) return undefined;
  return `The token's scope doesn't include the area \`${area}\``;
}

/** Requires that a token may call an operation. @throws Problem 403 that names the scope */
export function requireScope(scope: TokenScope, operation: object | undefined): void {
  const objection = objectionOf(scope, operation as ScopedOperation);
  if (objection !== undefined) throw forbidden(objection);
}

/** Requires that a token opens more than feeds: to the operations behind that, `requireScope` is asked. @throws Problem 403 */
export function requireMoreThanFeeds({ scope }: TokenScope): void {
  if (scope === "feed") throw forbidden("The token's scope is `feed`: it opens the feeds of views alone");
}

let knownAreas: ReadonlySet<string> = new Set();

/** Installs the names of the areas that have operations. */
export function defineTokenAreas(names: readonly string[]): void {
  knownAreas = new Set(names);
}

/** Returns the names of the areas to which a token can be limited, in order. */
export const tokenAreas = (): string[] => [...knownAreas].toSorted();
