/**
 * A list as a tree: the matching cards and their ancestors, each followed by the cards below it. Branches are open or closed, and a
 * closed one is a single row.
 */
import { cachedUntilWrite, inList, listOf, statement } from "../../../../db";
import { type Condition, clause, orderBy, type Value, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { idsOf } from "../../../http/query";
import { visible } from "./conditions";
import type { Branch, CardQuery } from "./model";
import { orderOf } from "./order";

/** Branches of one request that are the other way round. */
const MAX_BRANCHES = 200;
/** Trees that are cached. */
const MAX_CACHED = 4;

/** The whole tree of a list, by the places of its cards when all branches are open. */
export type Tree = {
  /** The numbers of the cards. */
  numbers: Uint32Array;
  levels: Uint8Array;
  /** The cards below each, of all levels. */
  sizes: Uint32Array;
  /** The cards directly below each. */
  children: Uint32Array;
  /** 1 for cards that match, 0 for mere ancestors. */
  matches: Uint8Array;
};

type Row = [seq: number, parent: number | null, matches: 0 | 1];

const NONE = -1;

/** Arranges cards, which are in the order of the list, below their parents. */
function arrange(rows: readonly Row[]): Tree {
  const places = new Map(rows.map(([seq], at) => [seq, at]));
  const parents = Int32Array.from(rows, ([, parent]) => (parent === null ? NONE : (places.get(parent) ?? NONE)));
  const next = new Int32Array(rows.length).fill(NONE);
  const first = new Int32Array(rows.length + 1).fill(NONE);
  // Backwards, so that each list of siblings begins with its first card; the roots are the list behind all others.
  for (let at = rows.length - 1; at >= 0; at--) {
    const list = parents[at] === NONE ? rows.length : (parents[at] as number);
    next[at] = first[list] as number;
    first[list] = at;
  }
  const tree: Tree = {
    numbers: new Uint32Array(rows.length),
    levels: new Uint8Array(rows.length),
    sizes: new Uint32Array(rows.length),
    children: new Uint32Array(rows.length),
    matches: new Uint8Array(rows.length),
  };
  let filled = 0;
  function add(at: number, level: number): void {
    const place = filled++;
    [tree.numbers[place], , tree.matches[place]] = rows[at] as Row;
    tree.levels[place] = level;
    for (let child = first[at] as number; child !== NONE; child = next[child] as number) {
      tree.children[place] = (tree.children[place] as number) + 1;
      add(child, level + 1);
    }
    tree.sizes[place] = filled - place - 1;
  }
  for (let root = first[rows.length] as number; root !== NONE; root = next[root] as number) add(root, 0);
  return tree;
}

/** The tree of a query, by its SQL and values as JSON. */
const trees = cachedUntilWrite((query: string): Tree => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return arrange(statement<unknown>(sql).values(...values) as Row[]);
}, MAX_CACHED);

/** Returns the whole tree of a list. @throws Problem as `orderOf` */
export function treeOf(actor: Actor, query: CardQuery, conditions: readonly Condition[]): Tree {
  const order = orderOf(actor, query);
  const shown = visible();
  const ofVisible = shown.map(({ sql }) => ` AND ${sql}`).join("");
  const sql = `WITH RECURSIVE matching (seq, parent_id) AS MATERIALIZED (SELECT c.seq, c.parent_id FROM cards c ${clause(conditions)}),
     up (seq, parent_id) AS (
       SELECT c.seq, c.parent_id FROM cards c
         WHERE c.id IN (SELECT parent_id FROM matching) AND c.status <> 'ARCHIVED'${ofVisible}
       UNION SELECT c.seq, c.parent_id FROM up JOIN cards c ON c.id = up.parent_id
         WHERE c.status <> 'ARCHIVED'${ofVisible})
     SELECT c.seq, (SELECT p.seq FROM cards p WHERE p.id = c.parent_id), c.seq IN (SELECT seq FROM matching) FROM cards c
     WHERE c.seq IN (SELECT seq FROM matching UNION ALL SELECT seq FROM up) ${orderBy(order)}`;
  return trees(JSON.stringify([sql, [...valuesOf([...conditions, ...shown, ...shown]), ...order.values]]));
}

/** Returns the numbers of the cards whose branches are the other way round. @throws Problem 422 for too many */
function toggledNumbers(query: CardQuery): ReadonlySet<number> {
  const ids = idsOf(query.branches) ?? [];
  if (ids.length > MAX_BRANCHES) throw invalid(["query", "branches"], `must not be more than ${MAX_BRANCHES}`);
  const rows =
    ids.length > 0 ? statement<unknown>(`SELECT c.seq FROM cards c WHERE ${inList("c.id")}`).values(listOf(ids)) : [];
  return new Set((rows as [number][]).map(([seq]) => seq));
}

/**
 * Returns a page of a tree as its open branches show it: the numbers of the cards, what they are in it by their ids, and the number of
 * all rows.
 * @throws Problem 422 for too many branches
 */
export function pageOfTree(
  tree: Tree,
  query: CardQuery,
): { places: number[]; branches: Map<string, Branch>; rows: number } {
  const toggled = toggledNumbers(query);
  const start = (query.page - 1) * query.page_size;
  const places: number[] = [];
  const byNumber = new Map<number, Branch>();
  let rows = 0;
  for (let at = 0; at < tree.numbers.length; rows++) {
    const seq = tree.numbers[at] as number;
    const is_open = (query.tree === "open") !== toggled.has(seq);
    if (rows >= start && places.length < query.page_size) {
      places.push(seq);
      byNumber.set(seq, {
        level: tree.levels[at] as number,
        children: tree.children[at] as number,
        is_open,
        matches: tree.matches[at] === 1,
      });
    }
    at += is_open ? 1 : 1 + (tree.sizes[at] as number);
  }
  const named = statement<unknown>(`SELECT c.id, c.seq FROM cards c WHERE ${inList("c.seq")}`).values(listOf(places));
  const branches = new Map((named as [string, number][]).map(([id, seq]) => [id, byNumber.get(seq) as Branch]));
  return { places, branches, rows };
}
