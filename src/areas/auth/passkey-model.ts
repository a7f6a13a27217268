/** Schemas of passkeys: what servers and browsers send to each other, as WebAuthn spells it. */
import { z } from "zod";
import { LINE, namedObject, Text } from "../../http/schemas";
import { Confirmation, Sealed } from "./factor-model";
import { PasskeyResponse } from "./passkey-response";

const credentials = z.array(
  z.object({ id: z.string(), type: z.literal("public-key"), transports: z.string().array().optional() }),
);

export const PasskeyRequestOptions = namedObject("PasskeyRequestOptions", {
  challenge: z.string(),
  rpId: z.string().optional().meta({ description: "The host for which the passkey was made" }),
  timeout: z.int().optional(),
  allowCredentials: credentials.optional(),
  userVerification: z.string().optional(),
  hints: z.string().array().optional(),
});

export const PasskeyRequest = namedObject("PasskeyRequest", {
  challenge: z.string().meta({ description: "Sent back with the passkey; it holds for ten minutes, and once" }),
  options: PasskeyRequestOptions.meta({ description: "For `navigator.credentials.get`" }),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

export const PasskeySetup = namedObject("PasskeySetup", {
  setup: z.string().meta({ description: "Sent back with the passkey; it holds for ten minutes" }),
  options: z
    .object({
      rp: z.object({ id: z.string().optional(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
      timeout: z.int().optional(),
      excludeCredentials: credentials.optional(),
      authenticatorSelection: z
        .object({
          residentKey: z.string().optional(),
          requireResidentKey: z.boolean().optional(),
          userVerification: z.string().optional(),
        })
        .optional(),
      attestation: z.string().optional(),
      extensions: z.object({ credProps: z.boolean().optional() }).optional(),
      hints: z.string().array().optional(),
    })
    .meta({ description: "For `navigator.credentials.create`" }),
});
export type PasskeySetup = z.infer<typeof PasskeySetup>;

/** The longest of the binary values of a browser, in base 64. */
const BINARY = 20_000;

export const NewPasskey = namedObject("NewPasskey", {
  setup: Sealed,
  name: Text(LINE, 1),
  response: z
    .object({
      id: Text(2_000, 1),
      rawId: Text(2_000, 1),
      response: z.object({
        clientDataJSON: Text(BINARY, 1),
        attestationObject: Text(BINARY, 1),
        transports: z.array(Text(30)).max(10).optional(),
      }),
    })
    .meta({ description: "What `navigator.credentials.create` has given" }),
  confirmation: Confirmation,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyLogin = namedObject("PasskeyLogin", { challenge: Sealed, response: PasskeyResponse });
export type PasskeyLogin = z.infer<typeof PasskeyLogin>;
