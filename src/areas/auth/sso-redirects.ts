/** Where a provider may send people back to. */
import { baseUrl } from "../../core/settings/email";
import { refused } from "../../http/errors";

/** The page of a front end that takes people back. */
const PAGE = "/auth/callback";

let origins: readonly string[] = [];

/** Sets the origins of the front ends. */
export function configureRedirects(allowedOrigins: readonly string[]): void {
  origins = allowedOrigins;
}

/**
 * Refuses to have people, and the codes that they bring, sent anywhere but to a front end of this installation.
 * @throws Problem 400
 */
export function requireOwnPage(redirectUri: string): void {
  const own = [...origins, new URL(baseUrl()).origin];
  if (!own.some((origin) => redirectUri === origin + PAGE))
    throw refused(`redirect_uri must be ${PAGE} at the application's own address or at an allowed origin`);
}
