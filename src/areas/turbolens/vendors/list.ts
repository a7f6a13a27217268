/** Lists of vendors. */

import { desc } from "drizzle-orm";
import { db, statement, tables } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import { PROVIDER } from "../landscape";
import type { VendorAnalysis, VendorHierarchy } from "./model";

const { vendorAnalyses, vendorHierarchy } = tables;

/** Vendors of a list. */
const MAX_VENDORS = 5_000;

const names = (text: string | null): string[] | null => (text === null ? null : (JSON.parse(text) as string[]));

type Provider = { name: string; id: string; contract_end: string | null };

/** Returns the cards of providers by their names; of several of one name the oldest. */
const providersByName = (): Map<string, Provider> =>
  new Map(
    statement<Provider>(
      `SELECT trim(name) AS name, id, CAST(attributes ->> '$.contractEnd' AS TEXT) AS contract_end FROM cards
       WHERE type = ? AND status <> 'ARCHIVED' ORDER BY seq DESC`,
    )
      .all(PROVIDER)
      .map((provider) => [provider.name, provider]),
  );

/** Lists the vendors with their categories, the most used first. */
export function listVendors(actor: Actor): VendorAnalysis[] {
  const seesCosts = may(actor, "costs.view");
  const { app_count, vendor_name } = vendorAnalyses;
  const rows = db.select().from(vendorAnalyses).orderBy(desc(app_count), desc(vendor_name)).limit(MAX_VENDORS).all();
  const providers = providersByName();
  return rows.map(({ created_at: _, updated_at: __, app_list, total_cost, ...row }) => ({
    ...row,
    total_cost: seesCosts ? total_cost : 0,
    app_list: names(app_list),
    provider_id: providers.get(row.vendor_name)?.id ?? null,
    contract_end: providers.get(row.vendor_name)?.contract_end ?? null,
  }));
}

/** Lists the vendors with the names that mean them, the most used first. */
export function listHierarchy(actor: Actor): VendorHierarchy[] {
  const seesCosts = may(actor, "costs.view");
  const { app_count, canonical_name } = vendorHierarchy;
  const rows = db
    .select()
    .from(vendorHierarchy)
    .orderBy(desc(app_count), desc(canonical_name))
    .limit(MAX_VENDORS)
    .all();
  return rows.map(({ created_at: _, updated_at: __, linked_card_ids: ___, aliases, total_cost, ...row }) => ({
    ...row,
    total_cost: seesCosts ? total_cost : 0,
    aliases: names(aliases),
  }));
}
