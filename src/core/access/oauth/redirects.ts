/** Redirect addresses of programs: which ones may be registered, and which one a request may name. */

/** Schemes of programs on the user's machine that don't have the form of a reversed domain. */
const KNOWN_SCHEMES = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:", "claude:"]);
/** A scheme of a program that is a reversed domain, as in com.example.app. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);

/** Checks whether a redirect address leads to a program on the user's own machine. */
export const isLocal = (uri: string): boolean => {
  const url = new URL(uri);
  return isLoopback(url) || url.protocol !== "https:";
};

/**
 * Checks whether a program may register a redirect address: one of TLS, of the user's own machine, or of a program's own
 * scheme, without a fragment or a user's name.
 */
export function isRegistrable(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (uri.includes("#") || url.username !== "" || url.password !== "") return false;
  return (
    url.protocol === "https:" || isLoopback(url) || KNOWN_SCHEMES.has(url.protocol) || PRIVATE_SCHEME.test(url.protocol)
  );
}

/** Returns an address of the user's own machine without its port, which a program chooses anew each time. */
function withoutPort(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) url.port = "";
  return url.href;
}

/** Checks whether a request may name a redirect address: it is one of those registered, letter by letter but for a local port. */
export const isRegistered = (uri: string, registered: readonly string[]): boolean =>
  registered.includes(uri) ||
  (isRegistrable(uri) && isLoopback(new URL(uri)) && registered.some((one) => withoutPort(one) === withoutPort(uri)));

/** Returns what people recognize a redirect address by: its host, or the scheme of a program. */
export function hostOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? host : protocol.slice(0, -1);
}
