/** `stoa openapi` */
import type { Command } from "commander";
import { print } from "../platform/output";

/** Adds the command that prints the description of the API. */
export function openapi(stoa: Command): void {
  stoa
    .command("openapi")
    .description("print the OpenAPI description of the API as JSON; needs no database")
    .action(async () => {
      const { createApp } = await import("../app");
      const { readConfig } = await import("../config");
      // The description is the program's, so nothing of this environment goes into it.
      print(JSON.stringify(createApp(readConfig({})).description(), null, 2));
    });
}
