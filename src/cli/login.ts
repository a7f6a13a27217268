/** `stoa login ADDRESS` and `stoa logout [ADDRESS]` */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Command } from "commander";
import { print, write } from "../platform/output";
import { Failure } from "./failure";
import { sendOrFail, serverOf } from "./remote/connection";
import { deleteLogin, loginsFile, readLogins, writeLogins } from "./remote/logins";

/** Adds the commands `login` and `logout`. */
export function login(stoa: Command): void {
  stoa
    .command("login")
    .description("store an access token, so that `stoa api`, `import` and `export` call its server")
    .argument("<address>", "address of the server, such as https://stoa.company.com")
    .addHelpText(
      "after",
      `
The token is asked for, or read from the first line of standard input. It is made in the console, behind one's name.
Jobs set STOA_URL and STOA_TOKEN instead. A certificate of one's own authority is trusted by NODE_EXTRA_CA_CERTS.`,
    )
    .action(storeToken);
  stoa
    .command("logout")
    .description("forget the access token of a server; revoke it in the console")
    .argument("[address]", "address of the server; the one of the last login when left out")
    .action(forgetToken);
}

/** Asks for a token on a terminal, which doesn't show it; elsewhere reads the first line of standard input. */
async function askForToken(server: string): Promise<string> {
  if (!process.stdin.isTTY) return ((await Bun.stdin.text()).split(/\r?\n/)[0] ?? "").trim();
  const silence = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true });
  write(2, `Access token (${server}/account/tokens makes one): `);
  try {
    return (await lines.question("")).trim();
  } finally {
    lines.close();
    write(2, "\n");
  }
}

async function storeToken(address: string): Promise<void> {
  const server = serverOf(address);
  const token = await askForToken(server);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Failure("No token was given: it is one word that begins with stoa_pat_.");
  const answer = await sendOrFail({ server, token }, { method: "GET", path: "/auth/me" });
  const me = (await answer.json()) as { display_name: string; role: string };
  const { tokens } = readLogins();
  writeLogins({ current: server, tokens: { ...tokens, [server]: token } });
  print(`Logged in to ${server} as ${me.display_name} (${me.role}). The token is in ${loginsFile()}.`);
}

function forgetToken(address: string | undefined): void {
  const server = address === undefined ? readLogins().current : serverOf(address);
  if (server === null || !deleteLogin(server)) throw new Failure(`There is no login to ${server ?? "a server"}.`);
  print(`Logged out of ${server}. Its token is valid until it ends or is revoked at ${server}/account/tokens.`);
}
