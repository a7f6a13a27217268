/** Handing a mail to the mail server. */
import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import { SECOND } from "../../platform/clock";
import { addressesOf, permits } from "../../platform/outbound-addresses";
import { type MailServer, mailServer } from "../settings/email";
import type { Mail } from "./templates";

/** A mail server that takes longer than this for a step is as good as down. */
const PATIENCE = 10 * SECOND;

/** A mail could not be handed over, for the reason in the message. */
export class MailRefused extends Error {
  /** @param final whether a mail server has looked at this very mail and said no; the next mail may fare better */
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}

/**
 * Hands a mail to the configured server: by TLS on port 465, else by STARTTLS unless the settings say otherwise.
 * @throws MailRefused when none is configured, it can't be reached, or it refuses
 */
export async function handOver(mail: Mail): Promise<void> {
  const server = mailServer();
  if (!server) throw new MailRefused("SMTP is not configured");
  await handOverTo(server, mail);
}

/**
 * Hands a mail to a server.
 * @param resolve gives the addresses of its host
 * @throws MailRefused when it can't be reached, or refuses
 */
export async function handOverTo(server: MailServer, mail: Mail, resolve = addressesOf): Promise<void> {
  const addresses = await permitted(server.host, resolve);
  for (const [index, address] of addresses.entries()) {
    try {
      return await handOverAt(address, server, mail);
    } catch (error) {
      if (!unconnected(error) || index === addresses.length - 1) throw refusal(error);
    }
  }
}

/**
 * The addresses of the mail server. It may well be in one's own network; what is no host of anybody's, or tells a
 * cloud's secrets, is no mail server. The mail goes to an address that was looked at, so that a name which means something
 * else a moment later leads nowhere.
 * @throws MailRefused
 */
async function permitted(host: string, resolve: typeof addressesOf): Promise<string[]> {
  const patience = Promise.withResolvers<never>();
  const timer = setTimeout(() => patience.reject(new Error("looking it up took too long")), PATIENCE);
  let addresses: string[];
  try {
    addresses = await Promise.race([resolve(host), patience.promise]);
  } catch (error) {
    throw new MailRefused(`${host} has no address: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
  const allowed = addresses.filter((address) => permits(address, true));
  if (allowed.length === 0) throw new MailRefused(`${host} lies at an address that must not be called`);
  return allowed;
}

async function handOverAt(address: string, server: MailServer, mail: Mail): Promise<void> {
  const { secure } = server;
  const transport = createTransport({
    host: address,
    port: server.port,
    secure,
    requireTLS: !secure && server.startTls,
    ignoreTLS: !secure && !server.startTls,
    tls: {
      rejectUnauthorized: !server.allowSelfSigned,
      // Its certificate must be for the name that it goes by here.
      ...(isIP(server.host) === 0 && !server.host.startsWith("[") && { servername: server.host }),
    },
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
  } finally {
    transport.close();
  }
}

/** What nodemailer says of a failure. */
type Failure = Error & { code?: string; originalCode?: string; command?: string };

/** Whether nothing has been said yet: another address of the same host is worth trying. */
const unconnected = (error: unknown) =>
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test((error as Failure).originalCode ?? "");

const reasonOf = (error: unknown) => (error as Error).message.split("\n")[0] ?? "";

function refusal(error: unknown): MailRefused {
  const { code, command = "" } = error as Failure;
  // What another service says when it is taken for a mail server is not for whoever sets the address.
  if (code === "EPROTOCOL") return new MailRefused("what is there doesn't answer as a mail server does");
  // A sender or a login that is refused is no fault of the mail.
  return new MailRefused(reasonOf(error), command === "RCPT TO" || command === "DATA");
}
