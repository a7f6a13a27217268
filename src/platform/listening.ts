/**
 * Which address HOST means. The runtime would look names up by itself, but then tells whatever error came last:
 * a name that nobody knows would be a port in use.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** HOST names nothing that could be listened on. */
export class UnknownHost extends Error {}

/** What may be looked up. Names below `invalid` never exist (RFC 6761), even where a name server makes addresses up. */
const name = /^(?!(?:.*\.)?invalid\.?$)[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/iu;

/** All interfaces: only who writes this address means it. */
const wildcards = ["0.0.0.0", "::"];

/** All addresses that the system's resolver knows for a name, in the order in which it prefers them. */
const resolved = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** The addresses of the interfaces that are up. */
const interfaces = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));

/** The address that a text spells; undefined when it is a name. */
function literal(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) > 0) return bare;
  if (!name.test(host)) throw new UnknownHost();
  // As in every URL, 127.1 and 0 are addresses, and what ends in a number is no name.
  if (!URL.canParse(`http://${host}`)) throw new UnknownHost();
  const { hostname } = new URL(`http://${host}`);
  return isIP(hostname) > 0 ? hostname : undefined;
}

/**
 * The address to listen on. One that is written out is taken as it is; of those of a name, the first that an interface
 * of this machine has. Whether the machine has the address is for the system to say when it listens there: it may know
 * more of them than its interfaces show.
 * @param host an address, or a name
 * @param addressesOf all addresses of a name; fails when there are none
 * @param own the addresses of this machine's interfaces
 * @throws UnknownHost when it is no address, and a name without any
 */
export async function listeningAddress(host: string, addressesOf = resolved, own = interfaces): Promise<string> {
  const written = literal(host);
  if (written !== undefined) return written;
  const all = await addressesOf(host).catch(() => []);
  const addresses = all.filter((address) => !wildcards.includes(address));
  const ours = own();
  const address = addresses.find((one) => one.startsWith("127.") || ours.includes(one)) ?? addresses[0];
  if (address === undefined) throw new UnknownHost();
  return address;
}
