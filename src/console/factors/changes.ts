/** Changes to one's second factors, each of which is confirmed. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { answered, api, type Schemas } from "../server/client";
import { makePasskey } from "../server/passkeys";
import { cache } from "../server/queries";
import { type Confirmation, type Factor, factorsQuery, totpSetupQuery } from "./queries";

const refresh = () => cache.invalidateQueries({ queryKey: factorsQuery.queryKey });

/** Adds an authenticator app. @returns the recovery codes that come with the first factor @throws Refusal */
export async function createTotp(body: Schemas["NewAuthenticator"]): Promise<string[] | null> {
  const { recovery_codes } = await answered(api.POST("/api/v1/auth/factors/totp", { body }));
  cache.removeQueries({ queryKey: totpSetupQuery.queryKey });
  await refresh();
  return recovery_codes;
}

/** Makes a passkey, and adds it. @returns the recovery codes that come with the first factor @throws Refusal */
export async function createPasskey(name: string, confirmation: Confirmation): Promise<string[] | null> {
  const { setup, options } = await answered(api.POST("/api/v1/auth/factors/passkeys/start"));
  const response = await makePasskey(options);
  const body = { setup, name, response, confirmation };
  const { recovery_codes } = await answered(api.POST("/api/v1/auth/factors/passkeys", { body }));
  await refresh();
  return recovery_codes;
}

/** Renames a factor. */
export const renameFactor = ({ id }: Factor, name: string): Promise<boolean> =>
  tryChange({
    sentence: t`It is called ${name} now`,
    show: [
      shown(factorsQuery, (before) => ({
        ...before,
        factors: before.factors.map((one) => (one.id === id ? { ...one, name } : one)),
      })),
    ],
    send: () => api.PATCH("/api/v1/auth/factors/{factor_id}", { params: { path: { factor_id: id } }, body: { name } }),
  });

/** Removes a factor. @throws Refusal */
export async function deleteFactor({ id }: Factor, confirmation: Confirmation): Promise<void> {
  const path = { factor_id: id };
  await answered(api.POST("/api/v1/auth/factors/{factor_id}/remove", { params: { path }, body: { confirmation } }));
  await refresh();
}

/** Replaces one's recovery codes. @returns the new ones, which are never shown again @throws Refusal */
export async function renewCodes(confirmation: Confirmation): Promise<string[]> {
  const { recovery_codes } = await answered(
    api.POST("/api/v1/auth/factors/recovery-codes", { body: { confirmation } }),
  );
  await refresh();
  return recovery_codes;
}
