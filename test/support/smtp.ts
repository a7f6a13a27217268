/** A mail server on loopback that keeps what it is given. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Received = {
  from: string;
  to: string[];
  raw: string;
  subject: string;
  secure: boolean;
  user: string | undefined;
};

/**
 * Starts a mail server.
 * @param options `tls`: from the first byte; `certificate`: the one it shows, with its key; `login`: the only user and
 *   password it takes; `refuse`: answers every mail with an error while it says so
 */
export async function startSmtpServer(
  options: {
    tls?: boolean;
    certificate?: { key: string; cert: string };
    login?: { user: string; password: string };
    refuse?: () => boolean;
  } = {},
) {
  const received: Received[] = [];
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
    /** What it was told to be let in, right or wrong. */
    logins,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
