/** The principles of the enterprise, as prompts name them. */
import { listPrinciples } from "../metamodel";

/** Principles that are named, and characters of all of them. */
const MAX_PRINCIPLES = 50;
const MAX_CHARACTERS = 10_000;

/**
 * Returns the active principles as a part of a prompt; empty when there are none.
 * @param introduction says what they are for
 */
export function principlesText(introduction: string): string {
  const active = listPrinciples().filter(({ is_active }) => is_active);
  if (active.length === 0) return "";
  const lines = active.slice(0, MAX_PRINCIPLES).map(({ title, description, rationale, implications }) => {
    const rest = Object.entries({ description, rationale, implications }).flatMap(([what, text]) =>
      text ? [`${what}: ${text}`] : [],
    );
    return `- ${[title, ...rest].join("; ")}`;
  });
  return `\n\n${introduction}:\n${lines.join("\n").slice(0, MAX_CHARACTERS).toWellFormed()}`;
}
