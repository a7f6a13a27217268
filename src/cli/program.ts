/** The command line. */
import { Command, CommanderError } from "commander";
import { print, printError, write } from "../platform/output";
import { VERSION } from "../version";
import { api } from "./api";
import { backup } from "./backup";
import { check } from "./check";
import { doctor } from "./doctor";
import { exportCards } from "./export";
import { EXIT, explain } from "./failure";
import { health } from "./health";
import { importCards } from "./import";
import { login } from "./login";
import { openapi } from "./openapi";
import { restore } from "./restore";
import { serve } from "./serve";
import { upgrade } from "./upgrade";
import { user } from "./user";

const commands = [
  serve,
  backup,
  restore,
  check,
  doctor,
  health,
  upgrade,
  user,
  openapi,
  login,
  api,
  exportCards,
  importCards,
];

function program(): Command {
  const stoa = new Command("stoa")
    .description("Enterprise-architecture management over HTTP: one executable, one SQLite file.")
    .usage("[command] [options]")
    .version(VERSION, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => write(1, text),
      writeErr: (text) => write(2, text),
      outputError: (text, write) => write(text.replace(/^error: /, "stoa: ").replace(/\n(?=.)/g, " ")),
    });
  for (const add of commands) add(stoa);
  stoa
    .command("version")
    .description("print the version")
    .action(() => print(VERSION));
  return stoa.addHelpText(
    "after",
    "\nWithout a command, stoa serves. The database is the one that DATABASE_URL names.",
  );
}

/** Without a command, `serve` is the default, also with options. */
function withDefault(args: string[]): string[] {
  const [first] = args;
  const asksForProgram = first !== undefined && ["-h", "--help", "-v", "--version"].includes(first);
  return first === undefined || (first.startsWith("-") && !asksForProgram) ? ["serve", ...args] : args;
}

/** Runs a command, given the arguments after the program's name. @returns the exit code */
export async function run(args: string[]): Promise<number> {
  try {
    await program().parseAsync(withDefault(args), { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has printed the error or the help itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    for (const line of explain(error)) printError(`stoa: ${line}`);
    return EXIT.failed;
  }
}
