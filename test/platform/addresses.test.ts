import { expect, test } from "bun:test";
import { canonicalAddress, networkOf } from "../../src/platform/addresses";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["192.0.2.1:8080", "192.0.2.1"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["::FFFF:7F00:0001", "127.0.0.1"],
  ["0:0:0:0:0:ffff:7f00:1", "127.0.0.1"],
  ["0000:0000:0000:0000:0000:ffff:127.0.0.1", "127.0.0.1"],
  ["::ffff:7f00:1%eth0", "127.0.0.1"],
  ["[::ffff:7f00:1]", "127.0.0.1"],
  ["[::ffff:7f00:1]:443", "127.0.0.1"],
  ["::1", "0:0:0:0:0:0:0:1"],
  ["::", "0:0:0:0:0:0:0:0"],
  ["2001:DB8::0001", "2001:db8:0:0:0:0:0:1"],
  ["2001:db8::", "2001:db8:0:0:0:0:0:0"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
  ["fe80::1%25eth0", "fe80:0:0:0:0:0:0:1"],
  ["::7f00:1", "0:0:0:0:0:0:7f00:1"],
  ["unknown", "unknown"],
  ["", ""],
  [":::", ":::"],
  ["1.2.3", "1.2.3"],
  ["x".repeat(10_000), "x".repeat(45)],
])("the client address %s is normalised to %s", (text, spelling) => {
  expect(canonicalAddress(text)).toBe(spelling);
});

test("a network is identified by the leading bits of an address", () => {
  const address = canonicalAddress("2001:db8:1:2::3");
  expect([networkOf(address, 64), networkOf(address, 48)]).toEqual(["2001:db8:1:2", "2001:db8:1"]);
});
