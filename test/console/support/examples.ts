/** Addresses of pages with values of the demo, for pictures and for the tests that visit every page. */
import type { Client } from "../../support/client";

/** The values in an address: its parameters and its search. */
export type Example = { params?: Record<string, string>; search?: Record<string, unknown> };

/** Returns the id of the first card of the demo that a search finds. */
async function cardNamed(client: Client, name: string): Promise<string> {
  const { body } = await client.get(`/cards?search=${encodeURIComponent(name)}&sort_by=relevance&page_size=10`);
  return body.items.find((card: { name: string }) => card.name === name)?.id ?? body.items[0].id;
}

/**
 * Returns the examples by the address of their page; pages that need no values are left out.
 * @param client of an administrator
 */
export async function examplesOf(client: Client): Promise<Record<string, Example>> {
  const reports: { id: string; report_type: string }[] = (await client.get("/saved-reports")).body;
  const orderHub = await cardNamed(client, "Order Hub");
  return {
    "/cards/$id": { params: { id: await cardNamed(client, "Group ERP") } },
    "/reports/saved/$id": { params: { id: reports.find(({ report_type }) => report_type === "capability-map")!.id } },
    "/notifications": { search: { peek: orderHub } },
  };
}
