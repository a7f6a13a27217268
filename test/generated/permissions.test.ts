/**
 * The rights of every operation with every built-in role are compared with the areas' declarations and the contract.
 */

import { describe, expect, test } from "bun:test";
import { statement } from "../../db";
import { commit } from "../../db/transaction";
import { areas } from "../../src/areas";
import type { Area } from "../../src/core/area";
import type { Client } from "../support/client";
import { role } from "../support/factories";
import { lastEvent } from "../support/journal";
import { isFailure, type Operation, randomFrom } from "../support/openapi";
import { callOf, payloadOf } from "./fixtures";
import { expectedGrants, expectedPermission } from "./permissions";
import { declaredPermissions, describedServer } from "./setup";

const described = describedServer();
const { server } = described;

/** Permission → the least of the built-in roles that grants it, as the areas declare it. */
const declaredRanks: readonly (readonly [key: string, least: string])[] = (areas as readonly Area[])
  .flatMap(({ permissions = {} }) => Object.values(permissions))
  .flatMap((group) => Object.entries(group.permissions).map(([key, [, least]]) => [key, least] as const));
const declaredKeys: readonly string[] = declaredRanks.map(([key]) => key);

describe("the declared permissions", () => {
  test("grant each built-in role what the contract grants it", async () => {
    const roles: { key: string; permissions: Record<string, boolean> }[] = (
      await (await server.as("admin")).get("/roles")
    ).body;
    const granted = roles.map(({ key, permissions }) => [
      key,
      Object.keys(permissions)
        .filter((permission) => permissions[permission])
        .toSorted(),
    ]);
    const expected = Object.entries(expectedGrants).map(([key, permissions]) => [key, permissions.toSorted()]);
    expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(expected));
  });

  test("are granted from the same role on as in the contract", () => {
    const ranks = ["viewer", "member", "bpm_admin"];
    const from = (key: string) => ranks.find((rank) => expectedGrants[rank]?.includes(key)) ?? "admin";
    expect(Object.fromEntries(declaredRanks)).toEqual(Object.fromEntries(declaredKeys.map((key) => [key, from(key)])));
  });

  test("are required by the same operations as in the contract", () => {
    const declared = Object.fromEntries(declaredPermissions);
    const expected = Object.keys(declared).map((name) => [name, expectedPermission(name) ?? declared[name]]);
    expect(declared).toEqual(Object.fromEntries(expected));
  });

  test("are in the contract's patterns for every public operation and every change without a permission", () => {
    const open = [...declaredPermissions].filter(
      ([name, permission]) => permission === "public" || (permission === "auth" && !name.startsWith("GET ")),
    );
    expect(open.filter(([name]) => expectedPermission(name) === undefined)).toEqual([]);
  });
});

/** The operation whose refusal counts as a failed login, which is an event. */
const COUNTED = "POST /api/v1/auth/factors/{factor_id}/remove";

/** Large changes, which note that the full-text index is written at their end; a refusal takes the note back. */
const MARKING: ReadonlySet<string> = new Set(
  [
    "/cards/bulk-archive",
    "/cards/bulk-delete",
    "/cards/bulk-restore",
    "/cards/bulk-tags",
    "/mutation-batches/{batch_id}/rollback",
    "/relations/bulk",
  ].map((path) => `POST /api/v1${path}`),
);

let calls = 0;

/** The answer to a call, how many events it has published, and how many rows it has written. */
type Outcome = { status: number; detail: unknown; published: number; written: number };

/** Returns the number of rows written so far, the end of the open transaction included. */
function writtenRows(): number {
  commit();
  return statement<{ count: number }>("SELECT total_changes() AS count").get()?.count ?? 0;
}

/** Calls an operation with a well-formed request. */
async function call(operation: Operation, client: Client): Promise<Outcome> {
  const made = callOf(operation, described.schemas, randomFrom(calls));
  const { body, type } = payloadOf(operation, made);
  calls++;
  const [event, rows] = [lastEvent(), writtenRows()];
  const response = await fetch(server.url + made.path, {
    method: made.method,
    redirect: "manual",
    headers: {
      ...(client.token && { authorization: `Bearer ${client.token}` }),
      ...(type && { "content-type": type }),
      // Logins and registrations are limited for each address.
      "x-forwarded-for": `10.0.${calls >> 8}.${calls & 255}`,
    },
    body,
  });
  const refused = response.status >= 400 && response.headers.get("content-type")?.includes("json");
  const detail = refused ? ((await response.json()) as { detail: unknown }).detail : undefined;
  // The event stream never ends by itself.
  if (!refused) await response.body?.cancel();
  return { status: response.status, detail, published: lastEvent() - event, written: writtenRows() - rows };
}

/** The refusal of a later rule: a role that grants one permission only must not manage users and roles that have more. */
const ESCALATION = /may do more than (your own|you)$/;
const tokenRefusals = ["Not authenticated", "Invalid or expired token", "User not found or inactive"];

/** Returns the words in which an operation is refused to a user who lacks its permission. */
function refusalOf(permission: string): RegExp {
  if (permission === "auth (owner)") return /^(Mutation batch belongs to another user|Not enough permissions)$/;
  if (permission === "auth (owner)|ppm.manage") return /^Not allowed$/;
  if (permission.includes("card.")) return /^Not enough permissions/;
  return permission.includes("self") ? /^Admin only or own profile$/ : /^Insufficient permissions$/;
}

/** Grants → the role that has just them. */
const roles = new Map<string, string>();

/** Returns the role that grants just these permissions; the same for the same ones, since thousands would slow every call. */
function roleWith(...grants: string[]): string {
  const key = roles.get(grants.join()) ?? role(...grants);
  roles.set(grants.join(), key);
  return key;
}

/**
 * Maps the caller of an operation → the role and its grants: the built-in roles, and others that grant what the operation
 * needs and nothing else, or everything else.
 */
function grantsFor(permission: string): [who: string, role: string | undefined, grants: readonly string[]][] {
  const keys = permission.split(/[|+]/);
  const [needed, others] = [
    declaredKeys.filter((key) => keys.includes(key)),
    declaredKeys.filter((key) => !keys.includes(key)),
  ];
  return [
    ["nobody", undefined, []],
    ...Object.entries(expectedGrants).map(([key, grants]): [string, string, readonly string[]] => [key, key, grants]),
    ["a role that grants nothing", roleWith(), []],
    ...needed.map((key): [string, string, string[]] => [`a role that grants ${key} only`, roleWith(key), [key]]),
    ...(needed.length > 0
      ? [["a role that grants all but it", roleWith(...others), others] as [string, string, string[]]]
      : []),
  ];
}

const grant = (grants: readonly string[], key: string) =>
  key === "public" || key === "auth" || grants.includes("*") || grants.includes(key);

/** Checks whether grants suffice for a permission, for users who are neither owners nor stakeholders of the subject. */
const suffices = (grants: readonly string[], permission: string): boolean =>
  permission.split("|").some((keys) => keys.split("+").every((key) => grant(grants, key)));

describe("an operation that each role calls", () => {
  test.each([...declaredPermissions])(
    "answers as declared, without an event for a reading or a refusal: %s needs %s",
    async (name, permission) => {
      const operation = described.operation(name);
      for (const [who, key, grants] of grantsFor(permission)) {
        const client = key === undefined ? server.nobody : await server.as(key);
        const { status, detail, published, written } = await call(operation, client);
        const outcome = `${who}: ${status} ${JSON.stringify(detail)}, ${published} events, ${written} rows written`;
        if (permission === "public" || (client.token !== undefined && suffices(grants, permission))) {
          expect(isFailure(operation, status), outcome).toBe(false);
          if (permission === "public") expect(tokenRefusals, outcome).not.toContain(detail);
          // A request that is malformed or not routed is refused before the rules of its operation are asked.
          else if (!(who.endsWith(" only") && ESCALATION.test(String(detail))))
            expect([401, 403, 405, 422], outcome).not.toContain(status);
        } else {
          const refusal =
            client.token === undefined ? "Not authenticated" : expect.stringMatching(refusalOf(permission));
          expect({ status, detail }, outcome).toEqual({
            status: client.token === undefined ? 401 : 403,
            detail: refusal,
          });
          expect(written, outcome).toBeLessThanOrEqual(MARKING.has(name) ? 1 : 0);
        }
        if (operation.method === "GET" || (status >= 400 && name !== COUNTED)) expect(published, outcome).toBe(0);
      }
    },
  );
});
