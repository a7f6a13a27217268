/** Sending mails by SMTP. */
import { isIP } from "node:net";
import type { Transporter } from "nodemailer";
import { SECOND } from "../../platform/clock";
import { addressesOf, permits } from "../../platform/outbound-addresses";
import { type MailServer, mailServer } from "../settings/email";
import type { Mail } from "./templates";

/** The timeout of each step. */
const TIMEOUT = 10 * SECOND;

/** A mail could not be sent, for the reason in the message. */
export class MailError extends Error {
  /** @param final whether the mail server refuses this very mail, and not all mails */
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}

/**
 * Sends a mail by the configured server: with TLS on port 465, otherwise with STARTTLS unless the settings disable it.
 * @throws MailError when no server is configured, it can't be reached, or it refuses
 */
export async function sendMail(mail: Mail): Promise<void> {
  const server = mailServer();
  if (!server) throw new MailError("SMTP is not configured");
  await sendMailTo(server, mail);
}

/**
 * Sends a mail by a server.
 * @param resolve resolves the server's host
 * @throws MailError when the server can't be reached, or refuses
 */
export const sendMailTo = (server: MailServer, mail: Mail, resolve = addressesOf): Promise<void> =>
  reach(server, resolve, async (transport) => void (await transport.sendMail({ from: server.from, ...mail })));

/** Logs in at the configured server, without sending anything. @throws MailError as `sendMail` */
export async function verifyMailServer(): Promise<void> {
  const server = mailServer();
  if (!server) throw new MailError("SMTP is not configured");
  await reach(server, addressesOf, async (transport) => void (await transport.verify()));
}

type Use = (transport: Transporter) => Promise<void>;

/** Uses a server at the first of its addresses that can be reached. @throws MailError */
async function reach(server: MailServer, resolve: typeof addressesOf, use: Use): Promise<void> {
  const addresses = await permittedAddresses(server.host, resolve);
  for (const [index, address] of addresses.entries()) {
    try {
      return await useAt(address, server, use);
    } catch (error) {
      if (!isUnconnected(error) || index === addresses.length - 1) throw mailError(error);
    }
  }
}

/**
 * Returns the addresses of the mail server that may be called, private networks included. The connection goes to a checked
 * address, so that a name whose address changes afterwards (DNS rebinding) has no effect.
 * @throws MailError
 */
async function permittedAddresses(host: string, resolve: typeof addressesOf): Promise<string[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("looking it up took too long")), TIMEOUT);
  let addresses: string[];
  try {
    addresses = await Promise.race([resolve(host), late.promise]);
  } catch (error) {
    throw new MailError(`${host} has no address: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
  const allowed = addresses.filter((address) => permits(address, true));
  if (allowed.length === 0) throw new MailError(`${host} lies at an address that must not be called`);
  return allowed;
}

async function useAt(address: string, server: MailServer, use: Use): Promise<void> {
  const { secure } = server;
  // Loaded when it is needed: most threads never send a mail.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: address,
    port: server.port,
    secure,
    requireTLS: !secure && server.startTls,
    ignoreTLS: !secure && !server.startTls,
    tls: {
      rejectUnauthorized: !server.allowSelfSigned,
      // The certificate must be for the configured name.
      ...(isIP(server.host) === 0 && !server.host.startsWith("[") && { servername: server.host }),
    },
    ...(server.user && { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    // The content of a mail must not make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await use(transport);
  } finally {
    transport.close();
  }
}

/** An error of nodemailer. */
type Failure = Error & { code?: string; originalCode?: string; command?: string };

/** Checks whether no connection was made, so that another address of the host is to be tried. */
const isUnconnected = (error: unknown) =>
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test((error as Failure).originalCode ?? "");

const reasonOf = (error: unknown) => (error as Error).message.split("\n")[0] ?? "";

function mailError(error: unknown): MailError {
  const { code, command = "" } = error as Failure;
  // The response of another kind of service must not be shown to the administrator who configures its address.
  if (code === "EPROTOCOL") return new MailError("what is there doesn't answer as a mail server does");
  // A refused sender or login concerns all mails.
  return new MailError(reasonOf(error), command === "RCPT TO" || command === "DATA");
}
