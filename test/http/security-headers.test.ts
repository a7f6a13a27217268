import { expect, test } from "bun:test";
import { setSecurityHeaders } from "../../src/http/security-headers";

test("every response has the security headers, and those that a route sets itself stay", () => {
  const headers = new Headers({ "cache-control": "private, no-cache", "x-frame-options": "ALLOWALL" });
  setSecurityHeaders(headers, false);
  expect(Object.fromEntries(headers)).toEqual({
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "x-xss-protection": "1; mode=block",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    "cache-control": "private, no-cache",
  });
});

test("no response may be cached unless its route allows it", () => {
  const headers = new Headers({ "content-security-policy": "default-src 'self'" });
  setSecurityHeaders(headers, false);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toBe("default-src 'self'");
});

test("browsers are bound to TLS once they have used it", () => {
  const headers = new Headers();
  setSecurityHeaders(headers, true);
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});
