/** The client's address behind trusted proxies. */
import { BlockList, isIPv6 } from "node:net";
import { canonicalAddress } from "../platform/addresses";

let trusted = new BlockList();

/** Sets the trusted proxies: addresses or CIDR ranges. */
export function configureProxies(ranges: readonly string[]): void {
  trusted = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
}

const isTrusted = (address: string) => address !== "" && trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/** The number of addresses at the end of `X-Forwarded-For` that are considered. */
const LONGEST_CHAIN = 20;

/**
 * Returns the client's address: the last one in `X-Forwarded-For` that isn't a trusted proxy's, or the connection's `peer`.
 */
export function clientAddress(request: Request, peer: string): string {
  let address = canonicalAddress(peer);
  const forwarded =
    request.headers.get("x-forwarded-for")?.split(",").slice(-LONGEST_CHAIN).map(canonicalAddress) ?? [];
  while (isTrusted(address) && forwarded.length > 0) address = forwarded.pop() as string;
  return address;
}
