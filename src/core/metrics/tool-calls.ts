/** Counts what assistants call at /mcp. */
import type { Sample } from "./measurement";

/** Tool and outcome → calls. Only tools that there are get here, so they are few. */
const calls = new Map<string, { tool: string; outcome: string; count: number }>();

/** Counts a call of a tool that has ended. */
export function countToolCall(tool: string, outcome: "answered" | "refused"): void {
  const key = `${tool} ${outcome}`;
  const entry = calls.get(key) ?? { tool, outcome, count: 0 };
  entry.count++;
  calls.set(key, entry);
}

/** Returns how often each tool was called, by the outcome. */
export const toolCalls = (): Sample[] => [...calls.values()].map(({ tool, outcome, count }) => [count, tool, outcome]);
