/** Single sign-on, as far as accounts depend on it. */
import { generalSettings } from "../settings/general";

/** Whether single sign-on is switched on in the settings: people then don't register with a password. */
export const ssoEnabled = (): boolean => (generalSettings() as { sso?: { enabled?: unknown } }).sso?.enabled === true;
