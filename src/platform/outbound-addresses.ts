/**
 * The addresses that outbound calls may use. A configured URL or a redirect must not lead to this machine or its network,
 * unless the configuration allows it.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** This machine and private networks, which the configuration can allow. */
const own4 = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "198.18.0.0/15"];
const own6 = ["::1/128", "fc00::/7"];

/** Never allowed: unspecified, link-local, multicast and documentation addresses, and clouds' metadata services. */
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

/** Public IPv6: global unicast, and embedded IPv4, which is checked as IPv4. */
const NAT64 = "64:ff9b::";
const public6 = ["2000::/3", `${NAT64}/96`, "::ffff:0:0/96"];

function blockList(ranges4: readonly string[], ranges6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges4) {
    const [network = "", bits] = range.split("/");
    // A BlockList matches `::ffff:10.0.0.1` with 10.0.0.1 by itself, but not NAT64 addresses.
    list.addSubnet(network, Number(bits), "ipv4");
    list.addSubnet(NAT64 + network, 96 + Number(bits), "ipv6");
  }
  for (const range of ranges6) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), "ipv6");
  }
  return list;
}

const own = blockList(own4, own6);
const never = blockList(never4, never6);
const reachable = blockList([], public6);

/**
 * Checks whether an IPv4 or IPv6 address may be called. `allowPrivate`: whether this machine and private networks may be.
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
 * Returns the addresses of a host, IPv4 first, because not every machine has IPv6.
 * @param host as in a URL: a name, or an address (IPv6 in brackets)
 * @throws the resolver's error when there are none
 */
export async function addressesOf(host: string): Promise<string[]> {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) > 0) return [literal];
  const found = await lookup(host, { all: true });
  return found.toSorted((one, other) => one.family - other.family).map(({ address }) => address);
}
