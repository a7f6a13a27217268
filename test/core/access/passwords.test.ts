import { expect, test } from "bun:test";
import { hashPassword, isOutdated, passwordMatches, passwordObjection } from "../../../src/core/access/passwords";

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
  ["My-Stoa-Is-Great-1", "name of the product"],
  ["Call-Grace.Hopper-1", "e-mail address"],
])("%s is refused: %s", (password, reason) => {
  expect(passwordObjection(password, "grace.hopper@navy.example")).toContain(reason);
});

test.each(["Correct-Horse-7", "Ünïcödé-Straße-٣", "Tr0ub4dor&3 forever", "Xy7-8842-9911", "K1-passwordless-entry"])(
  "%s is good",
  (password) => {
    expect(passwordObjection(password, "al@x.example")).toBeUndefined();
  },
);

test("a hash is argon2id and tells the right password from a wrong one", async () => {
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

test("what is longer than a password can be matches nothing", async () => {
  expect(await passwordMatches("x".repeat(2_000), await hashPassword("Correct-Horse-7"))).toBeFalse();
});
