/** Resolves HOST. The runtime would do so itself, but would report an unknown name as a port in use. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** HOST is no address, and no name with one. */
export class UnknownHost extends Error {}

/** A host name. Names below `invalid` never exist (RFC 6761), even if a name server resolves them. */
const hostName = /^(?!(?:.*\.)?invalid\.?$)[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/iu;

/** The addresses for all interfaces, which a name must not resolve to. */
const wildcards = ["0.0.0.0", "::"];

/** Returns the addresses of a name, in the order of the system's resolver. */
const resolve = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Returns the addresses of the interfaces that are up. */
const interfaces = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));

/** Returns the address that HOST spells; undefined when it is a name. */
function literal(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) > 0) return bare;
  if (!hostName.test(host)) throw new UnknownHost();
  // As in URLs, 127.1 and 0 are addresses, and a name doesn't end in a number.
  if (!URL.canParse(`http://${host}`)) throw new UnknownHost();
  const { hostname } = new URL(`http://${host}`);
  return isIP(hostname) > 0 ? hostname : undefined;
}

/**
 * Returns the address to listen on: the one that HOST spells, or of those of a name the first that an interface has.
 * @param addressesOf resolves a name; rejects when there are no addresses
 * @param own returns the addresses of this machine's interfaces
 * @throws UnknownHost
 */
export async function listeningAddress(host: string, addressesOf = resolve, own = interfaces): Promise<string> {
  const written = literal(host);
  if (written !== undefined) return written;
  const all = await addressesOf(host).catch(() => []);
  const addresses = all.filter((address) => !wildcards.includes(address));
  const ours = own();
  const address = addresses.find((one) => one.startsWith("127.") || ours.includes(one)) ?? addresses[0];
  if (address === undefined) throw new UnknownHost();
  return address;
}
