import { describe, expect, test } from "bun:test";
import {
  badPassword,
  hashPassword,
  isOutdated,
  passwordMatches,
  passwordObjection,
} from "../../../src/core/access/passwords";

test.each([
  ["Shor7", "10 characters"],
  ["no-upper-case-1", "upper-case"],
  ["No-Digit-At-All", "digit"],
  [`A1${"x".repeat(1_023)}`, "1024 bytes"],
  ["Password123", "well known"],
  ["P@ssw0rd2025!", "well known"],
  ["Password1Password1", "well known"],
  ["Qwertyuiop1", "well known"],
  ["1Q2w3e4r5t", "well known"],
  ["1q2w-3E4R-5t6y", "well known"],
  ["Aaaaaaaaaa1", "well known"],
  ["Summer2025!", "well known"],
  ["2024Administrator", "well known"],
  ["Stoa-2026-01", "name of the product"],
  ["St0aSt0aSt0a", "name of the product"],
  ["Grace.Hopper-1", "e-mail address"],
  ["Gr@ce.H0pper!", "e-mail address"],
  ["Grace.Hopper@Navy.Example1", "e-mail address"],
])("the password %s is refused with the reason: %s", (password, reason) => {
  expect(passwordObjection(password, "grace.hopper@navy.example")).toContain(reason);
});

test.each([
  "Correct-Horse-7",
  "Ünïcödé-Straße-٣",
  "Tr0ub4dor&3 forever",
  "Xy7-8842-9911",
  "K1-passwordless-entry",
  "My-Stoa-Is-Great-1",
  "Call-Al-7-times",
])("the password %s is accepted", (password) => {
  expect(passwordObjection(password, "al@x.example")).toBeUndefined();
});

describe("a password that an administrator chooses", () => {
  test.each([
    ...["password", "123456", "1234567890", "654321", "123123", "000000", "!!!!!!!!", "qwerty", "a"],
    ...["1qaz2wsx", "letmein", "admin", "abc123", "2580", "stoa", "STOA", "stoa1", "ann", "Ann42", "@nn"],
    ...["ann@navy.example", `A1${"x".repeat(1_023)}`],
  ])("%s is refused as trivial", (password) => {
    expect(badPassword(password, "ann@navy.example")).toBeString();
  });

  test.each(["weak", "8842991177", "robot-of-ann", "stoa-robot", "Pz", "horse", "1999-04-03"])(
    "%s is accepted although it is weak",
    (password) => {
      expect(badPassword(password, "ann@navy.example")).toBeUndefined();
    },
  );

  test.each(["", "4711@x.example", "!@x.example"])("is not refused because of the address %p", (email) => {
    expect(badPassword("8842991177", email)).toBeUndefined();
    expect(badPassword("!?!?", email)).toBeUndefined();
  });
});

test("a hash is argon2id and distinguishes the right password from a wrong one", async () => {
  const hash = await hashPassword("Correct-Horse-7");
  expect(hash).toStartWith("$argon2id$");
  expect(isOutdated(hash)).toBeFalse();
  expect(await passwordMatches("Correct-Horse-7", hash)).toBeTrue();
  expect(await passwordMatches("correct-horse-7", hash)).toBeFalse();
});

test.each(["$2a$", "$2b$", "$2y$"])("a bcrypt hash %s… is understood, and outdated", async (prefix) => {
  const made = await Bun.password.hash("Correct-Horse-7", { algorithm: "bcrypt", cost: 4 });
  const hash = made.replace(/^\$2b\$/, prefix);
  expect(isOutdated(hash)).toBeTrue();
  expect(await passwordMatches("Correct-Horse-7", hash)).toBeTrue();
  expect(await passwordMatches("Correct-Horse-8", hash)).toBeFalse();
});

test.each([null, undefined, "", "nonsense", "$argon2id$broken"])("no password matches the hash %p", async (hash) => {
  expect(await passwordMatches("Correct-Horse-7", hash)).toBeFalse();
});

test("a text longer than any password matches no hash", async () => {
  expect(await passwordMatches("x".repeat(2_000), await hashPassword("Correct-Horse-7"))).toBeFalse();
});
