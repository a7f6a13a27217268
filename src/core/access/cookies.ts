/** The cookies of answers, and those that only this server can have made. */
import type { z } from "zod";
import { contextOf } from "../../http/request-context";
import { decryptSecret, encryptSecret } from "../../platform/crypto";

/** The parts of a call that a cookie needs. */
export type Answering = { request: Request; set: { headers: Record<string, unknown> } };

/** A cookie to set. With 0 `seconds` it is deleted. */
type Cookie = { name: string; value: string; seconds: number; path: string };

/** Adds a cookie to an answer; over TLS it is sent back over TLS only. Scripts never see it. */
export function setCookie({ request, set }: Answering, { name, value, seconds, path }: Cookie): void {
  const secure = contextOf(request).secure ? "; Secure" : "";
  const cookie = `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
  const before = set.headers["set-cookie"];
  set.headers["set-cookie"] = before === undefined ? cookie : [before, cookie].flat();
}

/** Returns the value of a cookie that nobody else can read, make or change. The content names what it is for. */
export const sealCookie = <T extends { purpose: string }>(content: T): string => encryptSecret(JSON.stringify(content));

/**
 * Returns the content of a sealed cookie of a request.
 * @param name letters, digits, `-` and `_`
 * @returns undefined when there is none, or it isn't as it was sealed
 */
export function openCookie<T>(request: Request, name: string, content: z.ZodType<T>): T | undefined {
  const sealed = request.headers.get("cookie")?.match(new RegExp(`(?:^|;\\s*)${name}=(enc:[^;]*)`))?.[1];
  if (!sealed) return undefined;
  try {
    return content.safeParse(JSON.parse(decryptSecret(sealed))).data;
  } catch {
    return undefined;
  }
}
