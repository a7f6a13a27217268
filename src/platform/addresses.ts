/** IP addresses in one spelling. */
import { isIPv4, isIPv6 } from "node:net";

/** The longest spelling of an address. */
const LONGEST = 45;
const GROUPS = 8;

/** Returns the groups of an IPv6 address, as hexadecimal numbers without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL has IPv6 addresses in one spelling, in brackets.
  const [before = "", after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const head = before === "" ? [] : before.split(":");
  if (after === undefined) return head;
  const tail = after === "" ? [] : after.split(":");
  return [...head, ...Array<string>(GROUPS - head.length - tail.length).fill("0"), ...tail];
}

/** Returns the IPv4 address in the last two groups of an IPv6 address. */
function embedded(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * Returns an address in one spelling: IPv4 with dots, also when it is mapped to IPv6 (`::ffff:`, RFC 4291 2.5.5.2); IPv6
 * with all groups. A zone, a port and brackets are left out. Any other text stays as it is, shortened.
 */
export function canonicalAddress(text: string): string {
  const [, bracketed, ipv4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? ipv4 ?? text.trim()).replace(/%.*$/, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return address.slice(0, LONGEST);
  const groups = groupsOf(address);
  return groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff" ? embedded(groups) : groups.join(":");
}

/** Returns the network of an IPv6 address in one spelling. @param bits the length of its prefix, a multiple of 16 */
export const networkOf = (address: string, bits: number): string =>
  address
    .split(":")
    .slice(0, bits / 16)
    .join(":");
