/**
 * Outbound HTTP calls, bounded in time, size and redirects.
 *
 * The host is resolved and its addresses are checked here, and the connection goes to a checked address, so that DNS
 * rebinding has no effect; the certificate must still be for the name. Redirects are checked in the same way. A proxy
 * (HTTPS_PROXY) is given the checked address.
 */
import { open } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { SECOND } from "./clock";
import { addressesOf, permits } from "./outbound-addresses";

/** A request to send. */
export type Outgoing = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | Blob;
  /** Milliseconds for the whole response. */
  timeout?: number;
  /** The largest response body, decompressed, in bytes. */
  maxBytes?: number;
  /** A file that exists, into which the body of a successful answer is written, instead of into memory. */
  into?: string;
  /** The most redirects of a GET; with 0 a redirect is returned. */
  redirects?: number;
  signal?: AbortSignal | undefined;
};

/** The reason why a call failed. `address`: not allowed; `name`: unknown; `certificate`: nobody trusted vouches for it. */
export type Failure =
  | "url"
  | "name"
  | "address"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "size"
  | "redirects"
  | "answer";

/** A failed call. The message has the host and the reason, and may be shown to an administrator. */
export class OutboundError extends Error {
  constructor(
    readonly failure: Failure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const TIMEOUT = 15 * SECOND;
const MAX_BYTES = 5 * 1024 * 1024;

/** The way to hosts: how their names are resolved, and which of their addresses are permitted. */
export type Way = {
  resolve: (host: string) => Promise<string[]>;
  /** @param target what is to be called there: the URL of the call, or that of a redirect */
  permits: (address: string, target: URL) => boolean;
  /** Authorities that are trusted on it, in addition to the public ones, in place of the configured ones. */
  authorities?: readonly string[];
};

let privateAllowed = false;
let trusted: { ca: string[] } | undefined;

/**
 * Sets whether this machine and private networks may be called, and the authorities that are trusted in addition to the
 * public ones.
 * @param authorities certificates as PEM
 */
export function configureOutbound(allowPrivateAddresses: boolean, authorities: readonly string[] = []): void {
  privateAllowed = allowPrivateAddresses;
  trusted = trustOf(authorities);
}

const trustOf = (authorities: readonly string[]) =>
  authorities.length === 0 ? undefined : { ca: [...rootCertificates, ...authorities] };

/** Checks whether this machine and private networks may be called. */
export const privateAddressesAllowed = (): boolean => privateAllowed;

/** The way of all calls that need no other. */
export const defaultWay: Way = { resolve: addressesOf, permits: (address) => permits(address, privateAllowed) };

/**
 * Calls an external server.
 * @param url http or https, without user and password
 * @returns the response, whatever its status, with its body read
 * @throws OutboundError
 */
export async function outbound(url: string | URL, request: Outgoing = {}, way: Way = defaultWay): Promise<Response> {
  const { method = "GET", headers = {}, redirects = 0, timeout = TIMEOUT, signal: ended } = request;
  const late = AbortSignal.timeout(timeout);
  const signal = ended ? AbortSignal.any([late, ended]) : late;
  let target = targetOf(url);
  let sent = headers;
  for (let followed = 0; ; followed++) {
    const received = await send(target, { ...request, method, headers: sent }, way, signal);
    const next = redirects > 0 && (method === "GET" || method === "HEAD") ? redirectOf(received, target) : undefined;
    if (!next) return await readResponse(received, target, request, signal);
    await received.body?.cancel();
    if (followed === redirects) throw new OutboundError("redirects", `${target.host} redirects too often`);
    if (target.protocol === "https:" && next.protocol === "http:")
      throw new OutboundError("redirects", `${target.host} redirects from https to http`);
    // Credentials must not be sent to another origin.
    if (next.origin !== target.origin) sent = headers["accept"] ? { accept: headers["accept"] } : {};
    target = next;
  }
}

function targetOf(url: string | URL): URL {
  const target = URL.canParse(String(url)) ? new URL(url) : undefined;
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password)
    throw new OutboundError("url", "only http and https addresses without a user in them can be called");
  return target;
}

function redirectOf({ status, headers }: Response, target: URL): URL | undefined {
  const location = headers.get("location");
  if (!location || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  if (!URL.canParse(location, target.href)) throw new OutboundError("redirects", `${target.host} redirects nowhere`);
  return targetOf(new URL(location, target));
}

/** Errors of connecting, after which the next address of the host is tried. */
const unconnected = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ConnectionRefused|FailedToOpenSocket)$/;

async function send(target: URL, request: Outgoing, way: Way, signal: AbortSignal): Promise<Response> {
  const addresses = await permittedAddresses(target, way, signal);
  for (const [index, address] of addresses.entries()) {
    const place = new URL(target);
    place.hostname = isIPv6(address) ? `[${address}]` : address;
    const name = target.hostname.replace(/\.$/, "");
    try {
      return await fetch(place, {
        method: request.method ?? "GET",
        headers: {
          "user-agent": "Stoa",
          "accept-encoding": request.into === undefined ? "gzip" : "identity",
          ...lowerCaseNames(request.headers),
          host: target.host,
        },
        body: request.body ?? null,
        redirect: "manual",
        signal,
        decompress: false,
        // A reused connection could serve another name at the same address without a check of its certificate.
        keepalive: false,
        tls: {
          ...(way.authorities ? trustOf(way.authorities) : trusted),
          ...(name !== address && !name.startsWith("[") && { serverName: name }),
        },
      } as BunFetchRequestInit);
    } catch (error) {
      if (!unconnected.test(codeOf(error)) || index === addresses.length - 1) throw failed(target, error, signal);
    }
  }
  throw new OutboundError("unreachable", `${target.host} has no address`);
}

/** Returns the addresses of a host that may be called, at least one. */
async function permittedAddresses(target: URL, way: Way, signal: AbortSignal): Promise<string[]> {
  let addresses: string[];
  try {
    addresses = await Promise.race([way.resolve(target.hostname), aborted(signal)]);
  } catch (error) {
    if (signal.aborted || error instanceof OutboundError) throw failed(target, error, signal);
    throw new OutboundError("name", `${target.host}: ${codeOf(error) || "unknown name"}`, { cause: error });
  }
  const allowed = addresses.filter((address) => way.permits(address, target));
  if (allowed.length === 0)
    throw new OutboundError(
      "address",
      `${target.hostname} lies at an address that must not be called; ALLOW_PRIVATE_ADDRESSES opens one's own network`,
    );
  return allowed;
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

const lowerCaseNames = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? "");

/** Errors of checking a certificate. */
const uncertified = /CERT|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED/;

function failed(target: URL, error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return new OutboundError("timeout", `${target.host} took too long`, { cause: error });
  const code = codeOf(error);
  const failure = uncertified.test(code) ? "certificate" : "unreachable";
  return new OutboundError(failure, `${target.host}: ${code || "no connection"}`, { cause: error });
}

/** Reads the response with its body read and decompressed. */
async function readResponse(
  received: Response,
  target: URL,
  request: Outgoing,
  signal: AbortSignal,
): Promise<Response> {
  const { maxBytes = MAX_BYTES, into } = request;
  const { status } = received;
  const headers = new Headers(received.headers);
  const encoding = headers.get("content-encoding") ?? "identity";
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  if (into !== undefined && received.ok) {
    await writeBody(received, target, maxBytes, signal, into);
    return new Response(null, { status, headers });
  }
  const bytes = await decompress(await readBody(received, target, maxBytes, signal), encoding, target, maxBytes);
  if (status < 200 || status > 599)
    throw new OutboundError("answer", `${target.host} answers with the status ${status}`);
  return new Response(bytes.length === 0 || [204, 205, 304].includes(status) ? null : bytes, { status, headers });
}

const tooLarge = (target: URL, maxBytes: number) =>
  new OutboundError("size", `${target.host} answers with more than ${maxBytes} bytes`);

/** Reads the chunks of a body. @throws OutboundError */
async function* chunksOf(received: Response, target: URL, maxBytes: number, signal: AbortSignal) {
  let size = 0;
  try {
    for await (const chunk of received.body ?? []) {
      size += chunk.length;
      // Throwing leaves the loop, which closes the connection.
      if (size > maxBytes) throw tooLarge(target, maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw failed(target, error, signal);
  }
}

const readBody = async (...from: Parameters<typeof chunksOf>) =>
  Buffer.concat(await Array.fromAsync(chunksOf(...from)));

/** Writes a body into a file, as it was sent. @throws OutboundError; an error of the file system */
async function writeBody(
  received: Response,
  target: URL,
  maxBytes: number,
  signal: AbortSignal,
  path: string,
): Promise<void> {
  if (received.headers.has("content-encoding"))
    throw new OutboundError("answer", `${target.host} answers in an encoding that wasn't asked for`);
  const file = await open(path, "r+");
  try {
    for await (const chunk of chunksOf(received, target, maxBytes, signal)) await file.write(chunk);
  } finally {
    await file.close();
  }
}

const unzip = promisify(gunzip);

async function decompress(bytes: Buffer<ArrayBuffer>, encoding: string, target: URL, maxBytes: number) {
  if (encoding === "identity" || bytes.length === 0) return bytes;
  if (encoding !== "gzip") throw new OutboundError("answer", `${target.host} answers in the encoding ${encoding}`);
  try {
    return (await unzip(bytes, { maxOutputLength: maxBytes })) as Buffer<ArrayBuffer>;
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge(target, maxBytes);
    throw new OutboundError("answer", `${target.host} answers with broken gzip`, { cause: error });
  }
}
