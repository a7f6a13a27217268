/** Fetches the life cycles from the upstream service, all or nothing. */
import { transactionInTurn } from "../../../db";
import { program } from "../../core/journal/journal";
import { LARGEST_LIST, parseJson } from "../../http/json";
import { DAY, fromNow, MINUTE, today } from "../../platform/clock";
import { outbound } from "../../platform/outbound";
import { ProductNames, SnapshotCycles, type SnapshotProduct } from "./model";
import { replaceSource, storedSnapshot } from "./source";

/** Requests that are under way at the same time. */
const AT_ONCE = 8;
/** Says how long all of them may take together. */
const LONGEST = 2 * MINUTE;

/**
 * Returns the JSON of a path below the upstream address; undefined when there is none.
 * @throws Error when it can't be had
 */
async function fetchJson(address: string, path: string, signal: AbortSignal): Promise<unknown> {
  const url = `${address.replace(/\/+$/, "")}${path}`;
  const response = await outbound(url, { redirects: 3, maxBytes: LARGEST_LIST, signal });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url} answers with the status ${response.status}`);
  return parseJson(await response.bytes(), LARGEST_LIST);
}

/** Returns the products of the upstream service with their cycles; those that are listed but not there are left out. */
async function fetchProducts(
  address: string,
  isStopping: () => boolean,
  signal: AbortSignal,
): Promise<SnapshotProduct[]> {
  const names = [...new Set(ProductNames.parse(await fetchJson(address, "/all.json", signal)))];
  const found = new Map<string, SnapshotProduct>();
  const waiting = names.values();
  const fetchRest = async () => {
    for (const name of waiting) {
      if (isStopping()) throw new Error("the server stops");
      const cycles = await fetchJson(address, `/${name}.json`, signal);
      if (cycles !== undefined) found.set(name, { name, cycles: SnapshotCycles.parse(cycles) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchRest));
  return names.flatMap((name) => found.get(name) ?? []);
}

/** Says whether the upstream service is to be asked: not while an upload is in force, and once a day. */
function isDue(): boolean {
  const stored = storedSnapshot();
  return !stored || (stored.origin === "upstream" && stored.created_at <= fromNow(-DAY));
}

/**
 * Puts the life cycles of the upstream service into force when they are due. After an error the source in force remains.
 * @param address as in https://endoflife.date/api
 * @throws Error naming what could not be had
 */
export async function refreshSource(address: string, isStopping: () => boolean): Promise<void> {
  if (!isDue()) return;
  const failed = new AbortController();
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(LONGEST), failed.signal]);
    const products = await fetchProducts(address, isStopping, signal);
    if (products.length === 0) throw new Error(`${address} has no products`);
    await transactionInTurn(() => {
      // An administrator may have uploaded a snapshot meanwhile.
      if (isDue()) replaceSource(program("eol-refresh"), { origin: "upstream", date: today(), products });
    });
  } finally {
    // After an error the other requests are of no use.
    failed.abort();
  }
}
