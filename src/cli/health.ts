/** `stoa health` */
import { isIPv6 } from "node:net";
import type { Command } from "commander";
import { type Config, readConfig } from "../config";
import { print } from "../platform/output";
import { Failure } from "./failure";

/** Milliseconds that the server may take to answer. */
const PATIENCE = 5_000;

/** Adds the command `health`. */
export function health(stoa: Command): void {
  stoa
    .command("health")
    .description("ask the server on this machine whether it is well, as containers and service managers do")
    .addHelpText("after", "\nIt is asked at HOST and PORT. The exit code is 0 when it is well, else 1.")
    .action(examine);
}

/** Returns the address of the server that has this configuration, as it is reached from its own machine. */
function addressOf({ host, port, tls }: Pick<Config, "host" | "port" | "tls">): string {
  const own = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `${tls ? "https" : "http"}://${isIPv6(own) ? `[${own}]` : own}:${port}/api/health`;
}

/** @throws Failure when it isn't well */
async function examine(): Promise<void> {
  const address = addressOf(readConfig());
  // The certificate is for the name that people type.
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(PATIENCE),
    tls: { rejectUnauthorized: false },
  }).catch(() => undefined);
  if (!answer) throw new Failure(`No server answers at ${address}.`);
  if (!answer.ok) throw new Failure(`The server at ${address} answers ${answer.status}.`);
  print(`The server at ${address} is well.`);
}
