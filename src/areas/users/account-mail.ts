/** Mails about accounts: invitations, forgotten passwords, and the test of the mail server. */
import { type accountMail, sendAccountMailBy } from "../../core/access/accounts";
import type { Extension } from "../../core/extension-point";
import { sendNow } from "../../core/mail/outbox";
import { compose } from "../../core/mail/templates";
import { mailServer } from "../../core/settings/email";
import { appTitle } from "../../core/settings/general";

function sendAccountMails(): void {
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

/** Has invitations and links for another password sent by mail, while a mail server is configured. */
export const accountMails: Extension = { install: sendAccountMails };
