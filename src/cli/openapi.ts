/** `stoa openapi` */
import type { Command } from "commander";
import { print } from "../platform/output";

/** Adds the command `openapi`. */
export function openapi(stoa: Command): void {
  stoa
    .command("openapi")
    .description("print the OpenAPI description of the API as JSON; needs no database")
    .action(async () => {
      const { createApp } = await import("../app");
      const { readConfig } = await import("../config");
      // The description must not depend on this environment.
      print(JSON.stringify(createApp(readConfig({})).description(), null, 2));
    });
}
