import { describe, expect, test } from "bun:test";
import { addressesOf, permits } from "../../src/platform/outbound-addresses";
import { IMPOSSIBLE_HOST } from "../support/hosts";

describe("addresses of the public Internet", () => {
  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "192.167.1.1",
    "169.253.1.1",
    "223.255.255.255",
    "2606:2800:220:1:248:1893:25c8:1946",
    "2a00:1450:4001:81b::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "64:ff9b::808:808",
  ])("the public address %s may always be called", (address) => {
    expect([permits(address, false), permits(address, true)]).toEqual([true, true]);
  });
});

describe("addresses of this machine and of private networks", () => {
  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "198.18.0.1",
    "::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
  ])("the private address %s may be called only when the configuration allows it", (address) => {
    expect([permits(address, false), permits(address, true)]).toEqual([false, true]);
  });
});

describe("reserved addresses, and those of a cloud's metadata", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "169.254.0.1",
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "192.88.99.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::127.0.0.1",
    "::8.8.8.8",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "64:ff9b:1::1",
    "100::1",
    "localhost",
    "",
    "127.1",
    "2130706433",
  ])("the reserved address %j may never be called", (address) => {
    expect([permits(address, false), permits(address, true)]).toEqual([false, false]);
  });
});

describe("the addresses of a host", () => {
  test.each([
    ["127.0.0.1", ["127.0.0.1"]],
    ["[::1]", ["::1"]],
    ["[::ffff:7f00:1]", ["::ffff:7f00:1"]],
  ])("the host %s is its own address and is not resolved", async (host, addresses) => {
    expect(await addressesOf(host)).toEqual(addresses);
  });

  test("a name resolves to its addresses, IPv4 first", async () => {
    expect((await addressesOf("localhost"))[0]).toBe("127.0.0.1");
  });

  test("a name that can't exist resolves to no address", async () => {
    await expect(addressesOf(IMPOSSIBLE_HOST)).rejects.toThrow();
  });
});
