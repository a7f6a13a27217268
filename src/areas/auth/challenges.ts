/** Texts that the server gives to a client and gets back: nobody else can read, make or change them. They hold for minutes. */
import { z } from "zod";
import { Problem } from "../../http/errors";
import { MINUTE } from "../../platform/clock";
import { decryptSecret, encryptSecret } from "../../platform/crypto";
import { newId } from "../../platform/ids";

/** The time for which one holds. */
const LIFE = 10 * MINUTE;

type Purpose = "login" | "totp setup" | "passkey setup" | "passkey login" | "confirmation";

/** The form of one: an id by which it can be used once, and its end in milliseconds since 1970. */
const Sealed = z.object({ purpose: z.string(), id: z.string(), until: z.number(), content: z.unknown() });

/** Seals something for a purpose. */
export const seal = (purpose: Purpose, content: object): string =>
  encryptSecret(JSON.stringify({ purpose, id: newId(), until: Date.now() + LIFE, content }));

/** Opens what was sealed for a purpose. @throws Problem 400 when it is too old, or none */
export function unseal<T>(purpose: Purpose, text: string, schema: z.ZodType<T>): { id: string; until: number } & T {
  const sealed = Sealed.safeParse(parse(text)).data;
  const content = schema.safeParse(sealed?.content);
  if (sealed?.purpose !== purpose || sealed.until <= Date.now() || !content.success) throw tooOld();
  return { id: sealed.id, until: sealed.until, ...content.data };
}

function parse(text: string): unknown {
  try {
    return text.startsWith("enc:") ? JSON.parse(decryptSecret(text)) : undefined;
  } catch {
    return undefined;
  }
}

/** 400: a challenge that holds no longer, was used, or is none. */
export const tooOld = () => new Problem(400, "This has taken too long: begin again", {}, { code: "challenge_expired" });
