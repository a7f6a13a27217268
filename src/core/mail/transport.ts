/** Handing a mail to the mail server. */
import { createTransport } from "nodemailer";
import { SECOND } from "../../platform/clock";
import { mailServer } from "../settings/email";
import type { Mail } from "./templates";

/** A mail server that takes longer than this for a step is as good as down. */
const PATIENCE = 10 * SECOND;
/** The port on which TLS begins with the first byte. */
const IMPLICIT_TLS = 465;

/** A mail could not be handed over, for the reason in the message. */
export class MailRefused extends Error {}

/**
 * Hands a mail to the configured server: by TLS on port 465, else by STARTTLS unless the settings say otherwise.
 * @throws MailRefused when none is configured, it can't be reached, or it refuses
 */
export async function handOver(mail: Mail): Promise<void> {
  const server = mailServer();
  if (!server) throw new MailRefused("SMTP is not configured");
  const secure = server.port === IMPLICIT_TLS;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure,
    requireTLS: !secure && server.startTls,
    ignoreTLS: !secure && !server.startTls,
    tls: { rejectUnauthorized: !server.allowSelfSigned },
    ...(server.user && { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // Nothing in a mail of ours may make the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: server.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    });
  } catch (error) {
    throw new MailRefused((error as Error).message.split("\n")[0]);
  } finally {
    transport.close();
  }
}
