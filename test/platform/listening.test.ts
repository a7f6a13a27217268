import { describe, expect, test } from "bun:test";
import { listeningAddress, UnknownHost } from "../../src/platform/listening";
import { IMPOSSIBLE_HOST } from "../support/hosts";

const INTERFACES = ["127.0.0.1", "::1", "10.20.30.40", "fd00::40", "fe80::40"];

/**
 * Returns the address for a host on a machine with these interfaces, whose resolver answers every name with these
 * addresses.
 */
const addressFor = (host: string, answer: readonly string[] | Error, interfaces = INTERFACES) =>
  listeningAddress(
    host,
    async () => {
      if (answer instanceof Error) throw answer;
      return [...answer];
    },
    () => interfaces,
  );

const asked = new Error("The resolver was asked");

describe("listening on an IP address", () => {
  test.each([
    ["0.0.0.0", "0.0.0.0"],
    ["::", "::"],
    ["127.0.0.1", "127.0.0.1"],
    ["127.9.9.9", "127.9.9.9"],
    ["::1", "::1"],
    ["[::1]", "::1"],
    ["10.20.30.40", "10.20.30.40"],
    // The system decides whether the machine has the address.
    ["198.51.100.7", "198.51.100.7"],
    ["fe80::40%eth0", "fe80::40%eth0"],
    ["127.1", "127.0.0.1"],
    ["0", "0.0.0.0"],
    ["0x7f000001", "127.0.0.1"],
  ])("the address %s is used as it is, without asking the resolver", async (host, address) => {
    expect(await addressFor(host, asked)).toBe(address);
  });
});

describe("listening on a host that is neither an address nor a name", () => {
  test.each([
    "127.0.0.256",
    "127.0.0.1.1",
    "stoa.256",
    "127.0.0.1:8920",
    "localhost:8920",
    "http://localhost",
    "localhost/",
    "ada@localhost",
    " localhost",
    "localhost ",
    "*",
    "",
    ".",
    "a..b",
    "[localhost]",
    "[127.0.0.256]",
    "::1::",
    "invalid",
    "nowhere.invalid",
    "nowhere.INVALID.",
  ])("the host %j is rejected as unknown, whatever a resolver answers", async (host) => {
    await expect(addressFor(host, ["127.0.0.1"])).rejects.toBeInstanceOf(UnknownHost);
  });
});

describe("listening on a host name", () => {
  test.each([
    "localhost",
    "stoa",
    "stoa.company.example",
    "stoa.company.example.",
    "stoa_1.company.example",
    "stöa.example",
    "invalid.example",
    "1.example",
  ])("a name like %s is resolved", async (host) => {
    expect(await addressFor(host, ["127.0.0.1"])).toBe("127.0.0.1");
  });

  test.each([
    ["the resolver doesn't know", Object.assign(new Error(), { code: "ENOTFOUND" })],
    ["no resolver answers for", Object.assign(new Error(), { code: "EAI_AGAIN" })],
    ["has no address", []],
    ["stands for no address in particular", ["0.0.0.0", "::"]],
  ])("a name that %s is rejected as unknown", async (_, answer) => {
    await expect(addressFor("stoa.example", answer)).rejects.toBeInstanceOf(UnknownHost);
  });

  test.each([
    ["the only one", ["10.20.30.40"], "10.20.30.40"],
    ["the resolver's first", ["fd00::40", "10.20.30.40"], "fd00::40"],
    ["this machine's before another's", ["198.51.100.7", "10.20.30.40"], "10.20.30.40"],
    ["a loopback address that no interface shows", ["198.51.100.7", "127.0.1.1"], "127.0.1.1"],
    // The system itself refuses to listen there.
    ["another's when there is no other", ["0.0.0.0", "198.51.100.7"], "198.51.100.7"],
  ])("a name resolves to %s", async (_, answer, address) => {
    expect(await addressFor("stoa.example", answer)).toBe(address);
  });

  test("a name resolves to no IPv6 address on a machine without IPv6", async () => {
    expect(await addressFor("localhost", ["::1", "127.0.0.1"], ["127.0.0.1"])).toBe("127.0.0.1");
  });
});

test("a name is resolved by the system's resolver by default, which rejects an impossible name", async () => {
  await expect(listeningAddress(IMPOSSIBLE_HOST)).rejects.toBeInstanceOf(UnknownHost);
});
