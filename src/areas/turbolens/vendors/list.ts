/** Lists of vendors. */

import { desc } from "drizzle-orm";
import { db, tables } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import type { VendorAnalysis, VendorHierarchy } from "./model";

const { vendorAnalyses, vendorHierarchy } = tables;

/** Vendors of a list. */
const MAX_VENDORS = 5_000;

const names = (text: string | null): string[] | null => (text === null ? null : (JSON.parse(text) as string[]));

/** Lists the vendors with their categories, the most used first. */
export function listVendors(actor: Actor): VendorAnalysis[] {
  const seesCosts = may(actor, "costs.view");
  const { app_count, vendor_name } = vendorAnalyses;
  const rows = db.select().from(vendorAnalyses).orderBy(desc(app_count), desc(vendor_name)).limit(MAX_VENDORS).all();
  return rows.map(({ created_at: _, updated_at: __, app_list, total_cost, ...row }) => ({
    ...row,
    total_cost: seesCosts ? total_cost : 0,
    app_list: names(app_list),
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
