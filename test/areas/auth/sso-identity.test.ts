import { describe, expect, test } from "bun:test";
import { identityOf } from "../../../src/areas/auth/sso-identity";
import type { Provider } from "../../../src/areas/auth/sso-providers";
import { Problem } from "../../../src/http/errors";

const provider = (changes: Partial<Provider>): Provider => ({
  kind: "oidc",
  label: "SSO",
  clientId: "stoa",
  clientSecret: "secret",
  server: { issuer: "https://id.example" },
  shared: false,
  domains: [],
  ...changes,
});

const claims = { iss: "https://id.example", aud: "stoa", sub: "s", iat: 0, exp: 1, email: "Ann@A.example" };

/** Returns the identity of the user, or the status of the refusal. */
function outcome(changes: Partial<Provider>, more: Record<string, string | number | boolean | undefined>) {
  try {
    return identityOf(provider(changes), { ...claims, ...more });
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

const google = { kind: "google", domains: ["a.example"] } as const;

describe("an account of Google", () => {
  test.each([
    ["the organisation's", google, { hd: "a.example" }, "ann@a.example"],
    ["the organisation's, in another case of letters", google, { hd: "A.Example" }, "ann@a.example"],
    [
      "one of the organisation with another address",
      google,
      { hd: "a.example", email: "ann@gmail.example" },
      "ann@gmail.example",
    ],
    ["another organisation's", google, { hd: "b.example" }, 403],
    ["nobody's, with an address that looks like the organisation's", google, {}, 403],
    ["nobody's, where it doesn't matter", { ...google, domains: [] }, {}, "ann@a.example"],
  ])("is accepted for its organisation only when its own claim names it: %s", (_, settings, more, expected) => {
    const found = outcome(settings, more);
    expect(typeof found === "number" ? found : found.email).toBe(expected);
  });
});

describe("the permanent subject of a user", () => {
  test.each([
    [{}, { oid: "o" }, "https://id.example#s"],
    [{}, { iss: "https://id.example/" }, "https://id.example#s"],
    [{ kind: "microsoft" as const }, { oid: "o" }, "https://id.example#o"],
    [{ kind: "microsoft" as const }, {}, "https://id.example#s"],
    [{ kind: "microsoft" as const }, { oid: 7 }, "https://id.example#s"],
    [{ kind: "okta" as const }, { oid: "o" }, "https://id.example#s"],
  ])("is derived from the settings %j and the claims %j", (settings, more, subject) => {
    expect(outcome(settings, more)).toMatchObject({ subject });
  });
});

test.each([
  [{ email: undefined, preferred_username: " Ann@A.example " }, "ann@a.example"],
  [{ email: "", preferred_username: "ann@a.example" }, "ann@a.example"],
  [{ preferred_username: "other@a.example" }, "ann@a.example"],
  [{ email: undefined, preferred_username: "ann" }, 401],
  [{ email: undefined }, 401],
])("the address in the claims %j is %p", (more, expected) => {
  const found = outcome({}, more);
  expect(typeof found === "number" ? found : found.email).toBe(expected);
});

test.each([
  [" Ann  Other ", "Ann  Other"],
  [undefined, ""],
  [7, ""],
  ["a\u0007b", "a b"],
  ["\ud800x", "\ufffdx"],
])("the claimed name %j is shortened to the display name %j", (name, expected) => {
  expect(outcome({}, { name })).toMatchObject({ name: expected });
});

test("an address needs verification only from a provider of many organisations", () => {
  expect(outcome({ kind: "microsoft" }, {})).toMatchObject({ email: "ann@a.example" });
  expect(outcome({ kind: "microsoft", shared: true }, {})).toBe(403);
});
