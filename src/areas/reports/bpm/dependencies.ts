/** The dependencies between processes. */
import { inList, listOf, relationTypeNumber } from "../../../../db";
import { where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { MAX_ROWS } from "../../../http/pagination";
import { columns } from "../../../http/tables";
import { BUSINESS_PROCESS } from "../card-types";
import { type Filters, selectCards } from "../population";
import { fragment, listed, object, rowsOf, scalar, stored } from "../rows";
import type { Report } from "../table";
import { endOf, processesOf, relationOf, withProcesses } from "./processes";
import { shownAttributes } from "./redaction";

type Edge = [source: number, target: number, text: string];

const EDGE = object({ id: scalar("r.id"), source: scalar("s.id"), target: scalar("t.id") });

/**
 * Returns the dependencies among the processes that match, by the names of their ends; one more than allowed when there are
 * too many.
 */
function edgesAmong(actor: Actor, filters: Filters): Edge[] {
  const { sql, values } = withProcesses(processesOf(actor, filters));
  return rowsOf<Edge>(
    fragment(
      `${sql} SELECT s.seq, t.seq, ${EDGE} FROM process s CROSS JOIN relations r ON r.source_seq = s.seq AND r.type_seq = ${relationTypeNumber()}
       JOIN process t ON t.seq = r.target_seq ORDER BY s.name, s.seq, t.name, t.seq, r.seq LIMIT ?`,
      ...[...values, relationOf.process, MAX_ROWS + 1],
    ),
  );
}

/**
 * Returns the processes that depend on others, or others on them, with what depends on what. As a table, the dependencies.
 */
export function processDependencies(actor: Actor, filters: Filters): Report {
  const edges = edgesAmong(actor, filters);
  const shown = edges.slice(0, MAX_ROWS);
  const ends = new Set([...shown.map(([source]) => source), ...shown.map(([, target]) => target)]);
  const attributes = shownAttributes(actor, BUSINESS_PROCESS);
  const node = object({
    id: scalar("c.id"),
    name: scalar("c.name"),
    subtype: scalar("c.subtype"),
    attributes: stored(attributes.sql, "{}"),
  });
  const nodes = rowsOf<[seq: number, name: string, text: string]>(
    selectCards([where(inList("c.seq"), listOf([...ends]))], fragment(`c.name, ${node}`, ...attributes.values)),
  );
  const names = new Map(nodes.map(([seq, name]) => [seq, name]));
  return {
    name: "process-dependencies",
    *json() {
      yield '{"nodes":';
      yield* listed(nodes.values().map(([, , text]) => text));
      yield* listed(
        shown.values().map(([, , text]) => text),
        ',"edges":',
        endOf(edges.length > MAX_ROWS),
      );
    },
    columns: columns("id", "source_id", "source", "target_id", "target"),
    *rows() {
      for (const [from, to, text] of shown) {
        const { id, source, target } = JSON.parse(text) as Record<string, string>;
        yield { id, source_id: source, source: names.get(from), target_id: target, target: names.get(to) };
      }
    },
  };
}
