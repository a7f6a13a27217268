/** The test of the mail server. */
import { compose } from "./templates";
import { sendMail } from "./transport";

/** Sends a test mail, not through the outbox, because the administrator waits for the outcome. @throws MailError */
export const sendTestMail = (to: string): Promise<void> =>
  sendMail(
    compose({
      to,
      subject: "Test",
      title: "It works",
      lines: ["The mail settings are right: this mail went out by them."],
      link: "/admin/settings",
      linkText: "Back to the settings",
    }),
  );
