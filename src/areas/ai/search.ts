/** Searching the web. */
import { SECOND } from "../../platform/clock";
import { OutboundError, outbound } from "../../platform/outbound";

/** A hit of a search. */
export type Hit = { url: string; title: string; snippet: string };

const TIMEOUT = 20 * SECOND;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_HITS = 8;
/** Links that are looked at. */
const MAX_LINKS = 50;
const AGENT = "Stoa (Enterprise Architecture Tool)";

let address = "https://html.duckduckgo.com";

/** Sets where is searched; without an argument the default. For tests. */
export function setSearchAddress(other = "https://html.duckduckgo.com"): void {
  address = other;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns HTML as text: without tags, entities decoded. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
      if (Number.isNaN(code)) return named[String(name).toLowerCase()] ?? whole;
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
    })
    .trim()
    .toWellFormed();

/** Returns the address to which a link leads, through the redirect of the search; undefined unless it is http or https. */
function targetOf(href: string): string | undefined {
  const url = URL.canParse(href, address) ? new URL(href, address) : undefined;
  const target = url?.searchParams.get("uddg") ?? url?.href;
  return target && URL.canParse(target) && /^https?:$/.test(new URL(target).protocol)
    ? target.slice(0, 2_000)
    : undefined;
}

/** Returns the hits on a page of results. */
function hitsIn(html: string): Hit[] {
  const links = html.matchAll(/<a\b([^>]*\bclass="(result__a|result__snippet)"[^>]*)>([\s\S]*?)<\/a>/g).take(MAX_LINKS);
  const hits: Hit[] = [];
  for (const [, attributes = "", kind, inner = ""] of links) {
    const last = hits.at(-1);
    if (kind === "result__snippet") {
      if (last && last.snippet === "") last.snippet = textOf(inner).slice(0, 500);
      continue;
    }
    const url = targetOf(textOf(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? ""));
    const title = textOf(inner).slice(0, 300);
    if (url && title) hits.push({ url, title, snippet: "" });
  }
  return hits.slice(0, MAX_HITS);
}

/** Searches the web; without an answer there are no hits. */
export async function searchWeb(query: string): Promise<Hit[]> {
  try {
    const url = `${address}/html/?${new URLSearchParams({ q: query })}`;
    const response = await outbound(url, { headers: { "user-agent": AGENT }, timeout: TIMEOUT, maxBytes: MAX_BYTES });
    return response.ok ? hitsIn(await response.text()) : [];
  } catch (error) {
    if (error instanceof OutboundError) return [];
    throw error;
  }
}
