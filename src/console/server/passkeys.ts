/** Passkeys, as the browser makes and shows them. */
import { t } from "@lingui/core/macro";
import { answered, api, type Schemas } from "./client";
import { Refusal } from "./refusal";

/** The library is loaded with the first passkey, which most logins don't have. */
const library = () => import("@simplewebauthn/browser");

/** An address that is no name, to which no passkey can belong. */
const NO_NAME = /^(\[.*\]|[\d.]+)$/;

/** Checks whether the browser has passkeys, and can have them for this address. */
export const passkeysWork = (): boolean =>
  window.isSecureContext && "PublicKeyCredential" in window && !NO_NAME.test(location.hostname);

/** Returns the refusal that an error of the browser is: mostly somebody has cancelled. */
function refusalOf(error: unknown): Refusal {
  const { name } = error as { name?: string };
  if (name === "InvalidStateError") return new Refusal(400, t`This device has a passkey for your account already.`);
  return new Refusal(400, t`No passkey was used: it was cancelled, or took too long.`);
}

/** Asks for a passkey. @throws Refusal when there is none, or somebody cancels */
export async function showPasskey(options: Schemas["PasskeyRequestOptions"]): Promise<Schemas["PasskeyResponse"]> {
  const { startAuthentication } = await library();
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options as never });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Makes a passkey. @throws Refusal when the device has one already, or somebody cancels */
export async function makePasskey(
  options: Schemas["PasskeySetup"]["options"],
): Promise<Schemas["NewPasskey"]["response"]> {
  const { startRegistration } = await library();
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options as never });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, rawId, response: { clientDataJSON, attestationObject, transports } };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Confirms a change with a passkey. @throws Refusal as `showPasskey` */
export async function confirmWithPasskey(): Promise<Schemas["Confirmation"]> {
  const { challenge, options } = await answered(api.POST("/api/v1/auth/factors/passkeys/request"));
  return { passkey: { challenge, response: await showPasskey(options) } };
}
