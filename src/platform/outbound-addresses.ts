/**
 * Which addresses Stoa may call. What an administrator, or a server that answers with a redirect, can name must not
 * lead into the machine or the network that Stoa runs in, unless the configuration opens it.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** The machine itself and networks that belong to somebody: open to those who say so. */
const own4 = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "198.18.0.0/15"];
const own6 = ["::1/128", "fc00::/7"];

/** What nobody has a reason to call: no host, one link, many hosts, documentation, and what tells clouds' secrets. */
const never4 = [
  "0.0.0.0/8",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
const never6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "fd00:ec2::254/128"];

/** Of IPv6 only this can be public: what is given out, and IPv4 in its clothes, which is judged as the IPv4 it is. */
const NAT64 = "64:ff9b::";
const public6 = ["2000::/3", `${NAT64}/96`, "::ffff:0:0/96"];

function listOf(ranges4: readonly string[], ranges6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges4) {
    const [network = "", bits] = range.split("/");
    // The list finds `::ffff:10.0.0.1` under 10.0.0.1 by itself, but not what a translator between the two makes of it.
    list.addSubnet(network, Number(bits), "ipv4");
    list.addSubnet(NAT64 + network, 96 + Number(bits), "ipv6");
  }
  for (const range of ranges6) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), "ipv6");
  }
  return list;
}

const own = listOf(own4, own6);
const never = listOf(never4, never6);
const reachable = listOf([], public6);

/**
 * Whether an address may be called.
 * @param address IPv4 or IPv6 as text
 * @param allowPrivate whether the machine itself and private networks may be; what is no host of anybody's never may
 */
export function permits(address: string, allowPrivate: boolean): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (never.check(address, family)) return false;
  if (own.check(address, family)) return allowPrivate;
  return version === 4 || reachable.check(address, family);
}

/**
 * The addresses of a host, IPv4 first: a machine without IPv6 would wait for the others in vain.
 * @param host as in a URL: a name, or an address (of IPv6 in brackets)
 * @throws what the system's resolver says when there are none
 */
export async function addressesOf(host: string): Promise<string[]> {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) > 0) return [literal];
  const found = await lookup(host, { all: true });
  return found.toSorted((one, other) => one.family - other.family).map(({ address }) => address);
}
