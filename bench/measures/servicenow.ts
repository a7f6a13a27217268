/** A table of CIs pulled into cards, and pulled again with nothing changed. */
import { join } from "node:path";
import { newInstance } from "../../test/support/table-api";
import { type Caller, logIn } from "../client";
import { newFolder, startStoa } from "../processes";
import type { Figure } from "../report";

/** The time that a pull may take. */
const LONGEST = 60_000;
const TABLE = "cmdb_ci_appl";

type Run = { id: string; status: string; reason: string | null; stats: Record<string, number> };

/** Pulls by a mapping to the end, and gives how many milliseconds it took. */
async function pull(caller: Caller, mappingId: string): Promise<{ took: number; run: Run }> {
  const began = performance.now();
  let run = await caller.post<Run>(`/servicenow/sync/pull/${mappingId}`, "");
  while (run.status === "running") {
    await Bun.sleep(20);
    run = await caller.get<Run>(`/servicenow/sync/runs/${run.id}`);
  }
  if (run.status !== "completed" || run.reason !== null) throw new Error(`The pull ended: ${JSON.stringify(run)}`);
  return { took: performance.now() - began, run };
}

async function newMapping(caller: Caller, url: string, credentials: object): Promise<string> {
  const connection = JSON.stringify({ name: "Bench", instance_url: url, ...credentials });
  const { id: connection_id } = await caller.post<{ id: string }>("/servicenow/connections", connection);
  const field_mappings = [
    { turbo_field: "name", snow_field: "name", is_identity: true },
    { turbo_field: "description", snow_field: "short_description" },
    { turbo_field: "lifecycle.active", snow_field: "go_live", transform_type: "date_format" },
    { turbo_field: "attributes.businessCriticality", snow_field: "criticality", transform_type: "value_map" },
  ];
  const mapping = { connection_id, card_type_key: "Application", snow_table: TABLE, field_mappings };
  return (await caller.post<{ id: string }>("/servicenow/mappings", JSON.stringify(mapping))).id;
}

/** Returns the figures for so many CIs, pulled into an empty installation and once more. */
export async function servicenow(count: number): Promise<Figure[]> {
  const instance = newInstance();
  await instance.start();
  instance.add(
    TABLE,
    Array.from({ length: count }, (_, row) => ({
      name: `Configuration item ${row}`,
      short_description: `What item ${row} is for, in a sentence of some length`,
      go_live: "2026-01-31 10:00:00",
      criticality: "high",
    })),
  );
  const environment = { ALLOW_PRIVATE_ADDRESSES: "true", NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const server = await startStoa(join(newFolder(), "stoa.db"), environment);
  try {
    const caller = await logIn(server);
    const mapping = await newMapping(caller, instance.url, instance.basic);
    const first = await pull(caller, mapping);
    const second = await pull(caller, mapping);
    if (first.run.stats["created"] !== count || second.run.stats["skipped"] !== count)
      throw new Error(`The pulls counted ${JSON.stringify([first.run.stats, second.run.stats])}.`);
    const from = (took: number) => `${count} rows, ${(took / count).toFixed(2)} ms for each`;
    return [
      { what: "CIs pulled into cards", figure: first.took, unit: "ms", atMost: LONGEST, from: from(first.took) },
      { what: "CIs pulled again, nothing changed", figure: second.took, unit: "ms", from: from(second.took) },
    ];
  } finally {
    await server.stop();
    await instance.stop();
  }
}
