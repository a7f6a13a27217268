/** Prompts for the usual work. */
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const CLOSING =
  "Name cards with links to their pages. Say what the landscape doesn't know rather than guessing it. Change nothing unless I ask for it.";

/** Registers a prompt. @param text returns what the user asks with it */
function prompt(
  server: McpServer,
  name: string,
  title: string,
  description: string,
  argument: readonly [name: string, about: string],
  text: (value: string) => string,
): void {
  const argsSchema = z.object({ [argument[0]]: z.string().max(500).describe(argument[1]) });
  server.registerPrompt(name, { title, description, argsSchema }, (given: Record<string, string>) => ({
    messages: [{ role: "user", content: { type: "text", text: `${text(given[argument[0]] ?? "")}\n\n${CLOSING}` } }],
  }));
}

/** Registers the prompts. */
export function registerPrompts(server: McpServer): void {
  prompt(
    server,
    "assess_application",
    "Assess an application",
    "Everything that decides about the future of an application, and what follows from it",
    ["application", "Its name"],
    (name) =>
      `Assess the application "${name}". Read its card with its hierarchy, risks, decisions and findings (read_card), what depends on it and what it depends on (impact, both directions), and its costs if I may see them. Then write down: what it is for and for whom; how well it fits, functionally and technically; which dates of its life cycle and of the technology below it matter; which risks and open decisions there are; how good its data is, and what is missing. End with a recommendation - keep, invest, migrate or retire - with its reasons and the next three steps.`,
  );
  prompt(
    server,
    "prepare_steering_committee",
    "Prepare a steering committee",
    "Where a project or program stands, and what has to be decided",
    ["project", "The name of the initiative"],
    (name) =>
      `Prepare the steering committee of "${name}". Read the project (projects), its card with risks and decisions (read_card), and the cards that it changes. Then write one page: status by schedule, cost and scope with the latest report; what has changed since the report before; milestones of the next three months; the gravest risks with their owners and tasks that are overdue; decisions that the committee has to make, each with options and a recommendation.`,
  );
  prompt(
    server,
    "find_what_ends",
    "Find what ends its life",
    "Applications and technology that end until a date, and what depends on them",
    ["until", "A date as in 2027-12-31"],
    (date) =>
      `Find what ends its life until ${date}: cards by life_cycle (endOfLife, and phaseOut), and technology out of support by the report end_of_life. For the ten that matter most look at their impact. Then give me a table by date: what ends, what depends on it, whether there is a successor, and who is responsible; and after it what has neither a successor nor a plan.`,
  );
}
