import { expect, test } from "bun:test";
import {
  createUser,
  findUser,
  findUserByEmail,
  listUsers,
  setPassword,
  unlockUser,
} from "../../../src/core/access/accounts";
import { hashPassword } from "../../../src/core/access/passwords";
import { watch } from "../../support/factories";
import { testServer } from "../../support/server";

const PASSWORD = "Correct-Horse-7";

const server = testServer();

const logIn = (email: string, password: string) =>
  server.nobody.post("/auth/login", { email, password }, { "x-forwarded-for": `10.2.0.${++logins}` });
let logins = 0;

test("an account that is created without a request can log in, and its event names the program as origin", async () => {
  const admin = await server.as("admin");
  const events = await watch(admin);
  const password_hash = await hashPassword(PASSWORD);
  const made = createUser({ email: " Ida@Stoa.Example", display_name: "Ida", role: "viewer", password_hash });
  expect(made.email).toBe("ida@stoa.example");
  expect(findUserByEmail("IDA@stoa.example")?.id).toBe(made.id);
  expect(listUsers().map((user) => user.id)).toContain(made.id);
  expect((await logIn("ida@stoa.example", PASSWORD)).status).toBe(200);
  expect(await events()).toMatchObject([
    { event_type: "user.created", user_id: null, data: { id: made.id, name: "Ida", role: "viewer" } },
    { event_type: "user.logged_in", user_id: made.id },
  ]);
});

test("an address can be used once, in whatever case", () => {
  createUser({ email: "one@stoa.example", display_name: "One", role: "viewer" });
  expect(() => createUser({ email: "ONE@stoa.example", display_name: "Two", role: "viewer" })).toThrow("exists");
});

test("a new password replaces the old one, lifts the lock, and ends older sessions", async () => {
  const { id } = createUser({
    email: "reset@stoa.example",
    display_name: "Reset",
    role: "viewer",
    password_hash: await hashPassword(PASSWORD),
  });
  const { access_token } = (await logIn("reset@stoa.example", PASSWORD)).body;
  for (let attempt = 0; attempt < 5; attempt++) await logIn("reset@stoa.example", "wrong");
  expect((await logIn("reset@stoa.example", PASSWORD)).status).toBe(423);
  setPassword(id, await hashPassword("Another-Horse-8"));
  expect((await logIn("reset@stoa.example", "Another-Horse-8")).status).toBe(200);
  expect((await logIn("reset@stoa.example", PASSWORD)).status).toBe(401);
  const old = await server.nobody.get("/auth/me", { authorization: `Bearer ${access_token}` });
  expect(old).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
});

test("a lock can be lifted", async () => {
  const { id } = createUser({
    email: "locked@stoa.example",
    display_name: "Locked",
    role: "viewer",
    password_hash: await hashPassword(PASSWORD),
  });
  expect(unlockUser(id)).toBeFalse();
  for (let attempt = 0; attempt < 5; attempt++) await logIn("locked@stoa.example", "wrong");
  expect(unlockUser(id)).toBeTrue();
  expect(findUser(id)).toMatchObject({ failed_logins: 0, locked_until: null });
  expect((await logIn("locked@stoa.example", PASSWORD)).status).toBe(200);
});

test("an account of single sign-on accepts no password", () => {
  const { id } = createUser({ email: "sso@stoa.example", display_name: "Sso", role: "viewer", auth_provider: "sso" });
  expect(() => setPassword(id, "hash")).toThrow("SSO");
});

test("an account that doesn't exist can't be changed", () => {
  expect(() => setPassword("nobody", "hash")).toThrow("User not found");
  expect(() => unlockUser("nobody")).toThrow("User not found");
});
