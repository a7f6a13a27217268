/** Mails about accounts: invitations and links to reset a password. */
import type { AccountMail } from "../../core/access/accounts";
import { sendNow } from "../../core/mail/outbox";
import { compose } from "../../core/mail/templates";
import { hasMailServer } from "../../core/settings/email";
import { appTitle } from "../../core/settings/general";

const mail: AccountMail = {
  invitation: ({ email, display_name }, token) =>
    sendNow(
      compose({
        to: email,
        subject: "You are invited",
        title: `Welcome, ${display_name}`,
        lines: [`You have been invited to ${appTitle()}.`, token ? "Choose a password to begin." : "Sign in to begin."],
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
  factorsChanged: ({ email, display_name }, sentence) =>
    sendNow(
      compose({
        to: email,
        subject: "Your second factors have changed",
        title: `Hello, ${display_name}`,
        lines: [sentence, "If it wasn't you, choose another password and ask an administrator to reset your factors."],
        link: "/account/security",
        linkText: "See your factors",
      }),
    ),
};

/** Returns the sender of mails about accounts; undefined while no mail server is configured. */
export const smtpAccountMail = (): AccountMail | undefined => (hasMailServer() ? mail : undefined);
