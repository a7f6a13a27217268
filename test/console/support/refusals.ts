/** Answers of the server that a page should not get: it asks for nothing that its reader may not have. */
import type { Response, Page as Tab } from "playwright-core";

/** Pages that lead on to others, or answer only whoever is asked. */
export const LEADS_ELSEWHERE: ReadonlySet<string> = new Set(["/reports/saved/$id", "/surveys/$id/respond/$card"]);

/** Returns the path of an answer of the API; undefined of others, and of the stream, which has no end. */
export function pathOfAnswer(response: Response): string | undefined {
  const { pathname } = new URL(response.url());
  return pathname.startsWith("/api/") && !pathname.endsWith("/stream") ? pathname : undefined;
}

/** Returns the complaint about an answer that refuses, lacks something or failed; undefined of others. */
export function refusalIn(response: Response): string | undefined {
  const path = pathOfAnswer(response);
  const status = response.status();
  const isRefused = [401, 403, 404].includes(status) || status >= 500;
  return path !== undefined && isRefused ? `${path} was answered with ${status}` : undefined;
}

/** Runs work in a tab. @returns the complaints about the answers that it got meanwhile */
export async function refusalsDuring(tab: Tab, work: () => Promise<void>): Promise<string[]> {
  const refusals: string[] = [];
  const listen = (response: Response) => refusals.push(...[refusalIn(response) ?? []].flat());
  tab.on("response", listen);
  try {
    await work();
  } finally {
    tab.off("response", listen);
  }
  return refusals;
}
