/** Single sign-on, as far as accounts depend on it. */
import { ssoSettings } from "../settings/providers";

/** Whether single sign-on is switched on in the settings: people then don't register with a password. */
export const ssoEnabled = (): boolean => ssoSettings().enabled === true;
