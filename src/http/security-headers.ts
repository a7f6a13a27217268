/** Security headers, on every response. */

const HEADERS: readonly [string, string][] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "SAMEORIGIN"],
  ["x-xss-protection", "1; mode=block"],
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=()"],
];

/** Headers that a handler may override. */
const DEFAULTS: readonly [string, string][] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'self'"],
  ["cache-control", "no-store"],
];

/** Adds the security headers. `secure`: whether the browser sent the request over TLS. */
export function setSecurityHeaders(headers: Headers, secure: boolean): void {
  for (const [name, value] of HEADERS) headers.set(name, value);
  for (const [name, value] of DEFAULTS) if (!headers.has(name)) headers.set(name, value);
  if (secure) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
}
