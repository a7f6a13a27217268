/** The test of the mail server. */
import { compose } from "./templates";
import { handOver } from "./transport";

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
