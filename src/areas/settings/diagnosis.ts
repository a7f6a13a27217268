/** Findings about the mail server and the AI provider. */
import { type Finding, fine, problem, warning } from "../../core/diagnostics/finding";
import { suggestionSettings } from "../../core/llm/configuration";
import { verifyMailServer } from "../../core/mail/transport";
import { hasMailServer } from "../../core/settings/email";
import { SECOND } from "../../platform/clock";
import { outbound } from "../../platform/outbound";

/** Logs in at the mail server, without sending anything. */
export async function examineMail(): Promise<Finding> {
  if (!hasMailServer())
    return warning(
      "mail",
      "No mail server is configured, so that nobody gets mails.",
      "Name one in the settings of mail, or as SMTP_HOST.",
    );
  try {
    await verifyMailServer();
    return fine("mail", "The mail server accepts the login.");
  } catch (error) {
    return problem(
      "mail",
      `The mail server can't be used: ${(error as Error).message}`,
      "Correct the settings of mail.",
    );
  }
}

/** Looks whether the AI provider answers at all; nothing is asked of its model, which may cost money. */
export async function examineAi(): Promise<Finding> {
  const { enabled, url } = suggestionSettings();
  if (!enabled || url === "") return fine("AI", "No AI provider is configured; everything but its suggestions works.");
  try {
    await outbound(url, { timeout: 5 * SECOND });
    return fine("AI", `${new URL(url).host} answers.`);
  } catch (error) {
    return problem(
      "AI",
      `The AI provider can't be reached: ${(error as Error).message}`,
      "Correct the settings of AI.",
    );
  }
}
