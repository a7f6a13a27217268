/** A mail server on loopback that keeps the mails it receives. */
import { afterAll, beforeAll } from "bun:test";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Answer, Client } from "./client";

export type ReceivedMail = {
  from: string;
  to: string[];
  raw: string;
  subject: string;
  secure: boolean;
  user: string | undefined;
};

type Options = {
  tls?: boolean;
  certificate?: { key: string; cert: string };
  login?: { user: string; password: string };
  refuse?: () => boolean;
};

/**
 * Starts a mail server.
 * @param options `tls`: from the first byte; `certificate`: the one it shows, with its key; `login`: the only user and
 *   password it takes; `refuse`: answers every mail with an error while it says so
 */
export async function startSmtpServer(options: Options = {}) {
  const received: ReceivedMail[] = [];
  const logins: { user: string; password: string }[] = [];
  const server = new SMTPServer({
    secure: options.tls ?? false,
    ...options.certificate,
    authOptional: options.login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      logins.push({ user: auth.username ?? "", password: auth.password ?? "" });
      if (auth.username === options.login?.user && auth.password === options.login?.password)
        done(null, { user: auth.username });
      else done(new Error("Invalid user or password"));
    },
    onData(stream, session, done) {
      let raw = "";
      stream.on("data", (bytes: Buffer) => {
        raw += bytes.toString("utf8");
      });
      stream.on("end", () => {
        if (options.refuse?.()) return done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((recipient) => recipient.address),
          raw,
          subject: raw.match(/^Subject: (.*)$/m)?.[1] ?? "",
          secure: session.secure,
          user: session.user as string | undefined,
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    /** The users and passwords of all logins, failed ones included. */
    logins,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/**
 * Starts a mail server before the tests of a file and stops it after them.
 * @returns the server; its properties are there once `beforeAll` has run
 */
export function testSmtpServer(options: Options = {}): SmtpServer {
  const smtp = {} as SmtpServer;
  beforeAll(async () => {
    Object.assign(smtp, await startSmtpServer(options));
  });
  afterAll(() => smtp.stop());
  return smtp;
}

/** Sets the application up to send its mails to a port of loopback. `more` overrides the settings. */
export const configureMail = (admin: Client, port: number, more: Record<string, unknown> = {}): Promise<Answer> =>
  admin.patch("/settings/email", {
    smtp_host: "127.0.0.1",
    smtp_port: port,
    smtp_tls: false,
    smtp_from: "stoa@company.io",
    app_base_url: "https://stoa.company.io",
    ...more,
  });
