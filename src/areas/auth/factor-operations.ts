/** Second factors, below /auth */
import { openKnownSession, TokenResponse } from "../../core/access/session";
import { get, type Operation, patch, post } from "../../core/api/operation";
import { beginConfirmation } from "./confirmation";
import * as model from "./factor-model";
import * as factors from "./factors";
import { beginPasskey, createPasskey } from "./own-passkeys";
import { beginPasskeyLogin, logInWithPasskey } from "./passkey-login";
import * as passkeyModel from "./passkey-model";
import { completeLogin } from "./second-step";

/** One's own factors; somebody whose role demands one may set it up, and no access token may. */
const OWN = { own: true, permission: "auth", tokens: "never", withoutFactor: true } as const;
/** A change that is confirmed, of whose attempts only some may be made a minute. */
const CONFIRMED = { ...OWN, repeatable: false, rateLimit: 10, refusals: [400, 423] } as const;

export const operations: readonly Operation[] = [
  post(
    "/auth/second-factor",
    "Complete a login that was refused with a challenge, as the account has a second factor",
    {
      own: true,
      permission: "public",
      body: model.SecondStep,
      answer: TokenResponse,
      setsCookie: true,
      rateLimit: 10,
      refusals: [400, 401, 403, 423],
      description:
        '`POST /auth/login` answers 401 with `code: "second_factor"`, `challenge` and `methods` then. Mistakes count as failed logins.',
    },
    async (call) => {
      const { account, manner } = await completeLogin(call.body, call.request);
      return openKnownSession(call, account, manner);
    },
  ),
  post(
    "/auth/passkey/start",
    "Begin to log in with a passkey alone",
    {
      own: true,
      permission: "public",
      answer: passkeyModel.PasskeyRequest,
      rateLimit: 20,
      refusals: [400],
    },
    ({ request }) => beginPasskeyLogin(request),
  ),
  post(
    "/auth/passkey",
    "Log in with a passkey alone, which has checked who its user is",
    {
      own: true,
      permission: "public",
      body: passkeyModel.PasskeyLogin,
      answer: TokenResponse,
      setsCookie: true,
      rateLimit: 10,
      refusals: [400, 401, 403, 423],
    },
    async (call) => {
      const { account, manner } = await logInWithPasskey(call.body, call.request);
      return openKnownSession(call, account, manner);
    },
  ),
  get("/auth/factors", "The caller's second factors", { ...OWN, answer: model.Factors }, ({ actor }) =>
    factors.listOwnFactors(actor),
  ),
  post(
    "/auth/factors/totp/start",
    "Begin to set up an authenticator app",
    { ...OWN, repeatable: false, answer: model.TotpSetup, refusals: [400] },
    ({ actor }) => factors.beginTotp(actor),
  ),
  post(
    "/auth/factors/totp",
    "Add an authenticator app, with the code that it shows",
    { ...CONFIRMED, body: model.NewAuthenticator, answer: model.AddedFactor, status: 201 },
    (call) => factors.createTotp(call, call.body),
  ),
  post(
    "/auth/factors/passkeys/start",
    "Begin to make a passkey",
    { ...OWN, repeatable: false, answer: passkeyModel.PasskeySetup, refusals: [400] },
    (call) => beginPasskey(call),
  ),
  post(
    "/auth/factors/passkeys",
    "Add a passkey that the browser has made",
    { ...CONFIRMED, body: passkeyModel.NewPasskey, answer: model.AddedFactor, status: 201 },
    (call) => createPasskey(call, call.body),
  ),
  post(
    "/auth/factors/passkeys/request",
    "Begin to confirm a change with a passkey",
    { ...OWN, repeatable: false, answer: passkeyModel.PasskeyRequest, refusals: [400] },
    (call) => beginConfirmation(call),
  ),
  post(
    "/auth/factors/recovery-codes",
    "Replace one's recovery codes",
    { ...CONFIRMED, body: model.Confirmed, answer: model.RecoveryCodes },
    (call) => factors.renewCodes(call, call.body.confirmation),
  ),
  patch(
    "/auth/factors/{factor_id}",
    "Rename a factor",
    { ...OWN, body: model.FactorName, answer: model.Factor },
    ({ actor, params, body }) => factors.renameFactor(actor, params.factor_id, body.name),
  ),
  post("/auth/factors/{factor_id}/remove", "Remove a factor", { ...CONFIRMED, body: model.Confirmed }, (call) =>
    factors.deleteFactor(call, call.params.factor_id, call.body.confirmation),
  ),
];
