/** Schemas of second factors. */
import { z } from "zod";
import { Id, Instant, LINE, namedObject, Text } from "../../http/schemas";
import { PasskeyResponse } from "./passkey-response";

/** The longest name of a factor. */
const FACTOR_NAME = LINE;
/** A text that is sent back as the server gave it. */
export const Sealed = Text(4_000, 1);
/** A code of an authenticator app, or a recovery code; blanks and hyphens don't matter. */
const Code = Text(60, 1).meta({
  description: "A code of an authenticator app, or a recovery code; blanks and hyphens don't matter",
});

export const SecondStep = namedObject("SecondStep", {
  challenge: Sealed.meta({ description: "The `challenge` of the refused login" }),
  code: Code.optional(),
  passkey: PasskeyResponse.optional().meta({
    description: "What `navigator.credentials.get` has given for the `passkey_options` of the refused login",
  }),
});
export type SecondStep = z.infer<typeof SecondStep>;

export const Factor = namedObject("SecondFactor", {
  id: Id,
  kind: z.enum(["totp", "passkey"]).meta({ description: "An authenticator app, or a passkey" }),
  name: z.string(),
  host: z.string().nullable().meta({ description: "The host of the server for which a passkey was made" }),
  created_at: Instant,
  last_used_at: Instant.nullable(),
});
export type Factor = z.infer<typeof Factor>;

export const Factors = namedObject("SecondFactors", {
  factors: Factor.array(),
  recovery_codes_left: z.int().meta({ description: "Recovery codes that were not used yet" }),
  is_demanded: z.boolean().meta({ description: "Whether the caller's role demands a second factor" }),
  is_available: z
    .boolean()
    .meta({ description: "False for accounts of single sign-on, whose provider asks for its own" }),
});
export type Factors = z.infer<typeof Factors>;

export const Confirmation = namedObject("Confirmation", {
  password: Text(10_000).optional().meta({ description: "One's password, as long as one has no factor" }),
  code: Code.optional(),
  passkey: z
    .object({ challenge: Sealed, response: PasskeyResponse })
    .optional()
    .meta({ description: "A passkey, for a challenge of `POST /auth/factors/passkeys/request`" }),
});
export type Confirmation = z.infer<typeof Confirmation>;

export const TotpSetup = namedObject("TotpSetup", {
  secret: z.string().meta({ description: "The secret of the app in base 32, to be typed" }),
  address: z.string().meta({ description: "The same as an `otpauth:` address, to be shown as a picture" }),
  setup: z.string().meta({ description: "Sent back with the first code; it holds for ten minutes" }),
});
export type TotpSetup = z.infer<typeof TotpSetup>;

export const NewAuthenticator = namedObject("NewAuthenticator", {
  setup: Sealed,
  code: Text(20, 1).meta({ description: "The code that the app shows now" }),
  name: Text(FACTOR_NAME, 1),
  confirmation: Confirmation,
});
export type NewAuthenticator = z.infer<typeof NewAuthenticator>;

const Codes = z.string().array();

export const AddedFactor = namedObject("AddedFactor", {
  factor: Factor,
  recovery_codes: Codes.nullable().meta({ description: "With the first factor: recovery codes, never shown again" }),
});
export type AddedFactor = z.infer<typeof AddedFactor>;

export const RecoveryCodes = namedObject("RecoveryCodes", {
  recovery_codes: Codes.meta({ description: "The codes; those of before are void" }),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const FactorName = z.object({ name: Text(FACTOR_NAME, 1) });
export const Confirmed = z.object({ confirmation: Confirmation });
