/** `stoa user create|list|reset-password|reset-factors|unlock` */
import type { Command } from "commander";
import { print } from "../platform/output";
import { formatTable } from "./format";

type PasswordOptions = { password?: string; passwordStdin?: boolean };

/** Adds the commands `user …`. */
export function user(stoa: Command): void {
  const users = stoa.command("user").description("look after accounts, also while the server runs").helpCommand(false);
  withPassword(
    users
      .command("create")
      .description("create an account")
      .requiredOption("--email <email>", "address to log in with")
      .option("--name <name>", "name to show; the part of the address before the @ when left out")
      .option("--role <role>", "key of a role; admin for the first account and member for others when left out"),
  ).action(async (options: { email: string; name?: string; role?: string } & PasswordOptions) => {
    const { createAccount } = await import("./accounts");
    const { account, password } = await createAccount(options, await givenPassword(options));
    print(`Created the account of ${account.email} with the role ${account.role}.`);
    if (password) print(`Password: ${password}`);
  });
  users
    .command("list")
    .description("list the accounts")
    .option("--json", "as a JSON array", false)
    .action(async ({ json }: { json: boolean }) => {
      const { listAccounts } = await import("./accounts");
      const accounts = await listAccounts();
      if (json) return print(JSON.stringify(accounts, null, 2));
      const rows = accounts.map(({ email, display_name, role, state, last_login }) => [
        email,
        display_name,
        role,
        state,
        last_login ?? "never",
      ]);
      print(formatTable([["EMAIL", "NAME", "ROLE", "STATE", "LAST LOGIN"], ...rows]));
    });
  withPassword(
    users
      .command("reset-password")
      .description("give an account another password; its sessions end")
      .argument("<email>", "address of the account"),
  ).action(async (email: string, options: PasswordOptions) => {
    const { resetPassword } = await import("./accounts");
    const password = await resetPassword(email, await givenPassword(options));
    print(`The password of ${email} is changed, and its sessions have ended.`);
    if (password) print(`Password: ${password}`);
  });
  users
    .command("reset-factors")
    .description("remove the second factors of somebody who has lost them")
    .argument("<email>", "address of the account")
    .action(async (email: string) => {
      const { deleteFactors } = await import("./accounts");
      print((await deleteFactors(email)) ? `${email} has no second factor any more.` : `${email} had none.`);
    });
  users
    .command("unlock")
    .description("lift the lock that failed logins have set")
    .argument("<email>", "address of the account")
    .action(async (email: string) => {
      const { unlock } = await import("./accounts");
      print((await unlock(email)) ? `${email} can log in again.` : `${email} was not locked.`);
    });
}

const withPassword = (command: Command): Command =>
  command
    .option("--password <password>", "the password; other users of this machine may see it in the list of processes")
    .option("--password-stdin", "read the password from the first line of standard input")
    .addHelpText("after", "\nWithout either, a password is made and printed once.");

/** Returns the password of the options; undefined when one is to be generated. */
async function givenPassword({ password, passwordStdin }: PasswordOptions): Promise<string | undefined> {
  if (!passwordStdin) return password;
  return (await Bun.stdin.text()).split(/\r?\n/)[0] ?? "";
}
