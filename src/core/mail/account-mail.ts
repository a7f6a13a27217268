/** Mails about accounts: invitations, forgotten passwords, and the test of the mail server. */
import { type accountMail, sendAccountMailBy } from "../access/accounts";
import { mailServer } from "../settings/email";
import { appTitle } from "../settings/general";
import { sendNow } from "./outbox";
import { compose } from "./templates";
import { handOver } from "./transport";

/** Has invitations and links for another password sent by mail, while a mail server is configured. */
export function mailAccounts(): void {
  const mail: ReturnType<typeof accountMail> = {
    invitation: ({ email, display_name }, token) =>
      sendNow(
        compose({
          to: email,
          subject: "You are invited",
          title: `Welcome, ${display_name}`,
          lines: [
            `You have been invited to ${appTitle()}.`,
            token ? "Choose a password to begin." : "Sign in to begin.",
          ],
          link: token ? `/auth/set-password?token=${encodeURIComponent(token)}` : "/",
          linkText: token ? "Choose a password" : "Sign in",
        }),
      ),
    passwordReset: ({ email, display_name }, token) =>
      sendNow(
        compose({
          to: email,
          subject: "Reset your password",
          title: `Hello, ${display_name}`,
          lines: [
            "Somebody asked for another password for your account. The link holds for one hour.",
            "If it wasn't you, nothing needs to be done.",
          ],
          link: `/auth/reset-password?token=${encodeURIComponent(token)}`,
          linkText: "Choose another password",
        }),
      ),
  };
  sendAccountMailBy(() => (mailServer() ? mail : undefined));
}

/**
 * Sends a mail to see whether it arrives; past the outbox, for the administrator waits for the answer.
 * @throws MailRefused
 */
export const sendTestMail = (to: string): Promise<void> =>
  handOver(
    compose({
      to,
      subject: "Test",
      title: "It works",
      lines: ["The mail settings are right: this mail went out by them."],
      link: "/admin/settings",
      linkText: "Back to the settings",
    }),
  );
