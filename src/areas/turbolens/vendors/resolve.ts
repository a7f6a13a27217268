/** The run that finds which names mean the same vendor. */

import { z } from "zod";
import { db, statement, tables } from "../../../../db";
import { vendorsOf } from "../../../analysis/vendor-names";
import { analysisModel } from "../../../core/llm/configuration";
import type { Model, Prompt } from "../../../core/llm/providers";
import { asData, DATA_RULE } from "../../../core/llm/structured";
import { longStep, type StepRun } from "../../../core/runs/step";
import { progress } from "../../../core/threads/progress";
import { backgroundTask } from "../../../core/threads/tasks";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import {
  analysis,
  askForUsable,
  completeAnalysis,
  completeStep,
  engineOf,
  type Running,
  type Summary,
} from "../../analyses";
import { IT_COMPONENT } from "../landscape";
import { type VendorUse, vendorUses } from "./read";

/** Names of one call, tokens of its answer, and names that a model is asked about; the others are resolved by spelling. */
const BATCH = 60;
const TOKENS = 3_000;
const MAX_ASKED = 2_400;
/** Names that are resolved, and cards that are stored with each vendor. */
const MAX_NAMES = 20_000;
const MAX_CARDS = 200;

/** A name with the vendor that it means. */
type ResolvedVendor = {
  raw_name: string;
  canonical_name: string;
  vendor_type: string;
  parent_canonical: string | null;
  confidence: number;
};

/** Returns every name, resolved by its spelling and by known aliases, in the order of the names. */
function resolveNames(): ResolvedVendor[] {
  const uses = new Map(vendorUses().map((use) => [use.name, use]));
  const analysed = statement<{ vendor_name: string }>(
    `SELECT vendor_name FROM turbolens_vendor_analysis ORDER BY vendor_name LIMIT ${MAX_NAMES}`,
  ).all();
  const names = [...new Set([...uses.keys(), ...analysed.map(({ vendor_name }) => vendor_name)])].slice(0, MAX_NAMES);
  const vendors = vendorsOf(names, (place) => uses.get(names[place] as string)?.cards.length ?? 0);
  return vendors
    .flatMap(({ canonical, members, type, parent, confidence }) =>
      members.map((place) => ({
        raw_name: names[place] as string,
        canonical_name: canonical,
        vendor_type: type,
        parent_canonical: parent ?? null,
        confidence,
      })),
    )
    .sort((a, b) => (a.raw_name < b.raw_name ? -1 : 1));
}

const NameAnswer = z.object({
  raw_name: z.string(),
  canonical_name: z.string().max(500).catch(""),
  vendor_type: z.enum(["vendor", "product", "platform", "module", "unknown"]).catch("vendor"),
  parent_canonical: z.string().max(500).nullable().catch(null),
  confidence: z.number().min(0).max(1).catch(0.8),
});

const promptFor = (names: readonly ResolvedVendor[]): Prompt => ({
  system: "",
  user: `Find which of these names mean the same vendor, and what each vendor is a part of. ${DATA_RULE}
Answer with JSON only: {"names": [{"raw_name", "canonical_name", "vendor_type": "vendor|product|platform|module", "parent_canonical": null, "confidence"}]}, one entry for each name.
A comparison of the spellings has given:
${asData(names.map(({ raw_name, canonical_name }) => ({ raw_name, canonical_name })))}`,
  maxTokens: TOKENS,
});

/** Asks a model about names; those that it leaves out stay as they are. */
async function askAbout(resolved: ResolvedVendor[], running: Running, model: Model) {
  const { answers, usage, problem } = await askForUsable(running, model, {
    // Names of one vendor are asked about together.
    items: resolved.toSorted((a, b) => (a.canonical_name < b.canonical_name ? -1 : 1)).slice(0, MAX_ASKED),
    size: BATCH,
    prompt: promptFor,
    schema: NameAnswer,
  });
  const byName = new Map(answers.map((answer) => [answer.raw_name.trim(), answer]));
  const names = resolved.map((local) => {
    const answer = byName.get(local.raw_name);
    return answer
      ? { ...answer, raw_name: local.raw_name, canonical_name: answer.canonical_name.trim() || local.raw_name }
      : local;
  });
  return { names, usage, problem };
}

/** Says what the cards of some names add up to. */
function countsOf(uses: readonly VendorUse[]) {
  const cards = new Map(uses.flatMap((use) => use.cards.map((card) => [card.id, card.type] as const)));
  return {
    app_count: cards.size,
    itc_count: [...cards.values()].filter((type) => type === IT_COMPONENT).length,
    total_cost: uses.reduce((sum, { cost }) => sum + cost, 0),
    linked_card_ids: JSON.stringify([...cards.keys()].slice(0, MAX_CARDS)),
  };
}

type Category = { category: string; sub_category: string };

/** Category of each analysed vendor name. */
const categoriesByName = () =>
  new Map(
    statement<{ vendor_name: string } & Category>(
      "SELECT vendor_name, category, sub_category FROM turbolens_vendor_analysis",
    )
      .all()
      .map(({ vendor_name, ...category }) => [vendor_name, category]),
  );

/** A vendor as it is stored; `parent` is the canonical name of what it is a part of. */
type Vendor = Omit<
  typeof tables.vendorHierarchy.$inferInsert,
  "engine" | "analysed_at" | "created_at" | "updated_at"
> & {
  parent: string | null;
};

/** Returns the vendors that resolved names mean, with what their cards add up to. */
function countVendors(names: readonly ResolvedVendor[]): Vendor[] {
  const uses = new Map(vendorUses().map((use) => [use.name, use]));
  const categories = categoriesByName();
  return [...Map.groupBy(names, ({ canonical_name }) => canonical_name)].map(([canonical_name, group]) => {
    const raw = group.map(({ raw_name }) => raw_name);
    const aliases = raw.filter((name) => name !== canonical_name);
    const known = [canonical_name, ...aliases].map((name) => categories.get(name)).find(Boolean);
    const confidence = group.reduce((sum, name) => sum + name.confidence, 0) / group.length;
    return {
      id: newId(),
      canonical_name,
      vendor_type: group[0]?.vendor_type ?? "vendor",
      parent: group[0]?.parent_canonical ?? null,
      aliases: JSON.stringify(aliases),
      category: known?.category ?? null,
      sub_category: known?.sub_category ?? null,
      confidence: Math.round(100 * confidence) / 100,
      ...countsOf(raw.flatMap((name) => uses.get(name) ?? [])),
    };
  });
}

type Hierarchy = { vendors: Vendor[]; engine: string; summary: Summary };

/** Replaces the vendors, sets what each is a part of, and completes the run. */
function saveHierarchy({ vendors, engine, summary }: Hierarchy, run: StepRun): void {
  const at = now();
  const stamps = { engine, analysed_at: at, created_at: at, updated_at: at };
  statement("DELETE FROM turbolens_vendor_hierarchy").run();
  for (const [done, { parent: _, ...vendor }] of vendors.entries()) {
    progress(done, vendors.length);
    db.insert(tables.vendorHierarchy)
      .values({ ...vendor, ...stamps })
      .run();
  }
  const idOf = new Map(vendors.map(({ id, canonical_name }) => [canonical_name, id]));
  for (const { id, parent } of vendors) {
    const above = parent === null ? undefined : idOf.get(parent);
    if (above !== undefined && above !== id)
      statement("UPDATE turbolens_vendor_hierarchy SET parent_id = ? WHERE id = ?").run(above, id);
  }
  completeAnalysis(run, summary);
}

export const resolveNamesTask = backgroundTask("resolve vendors", resolveNames);
export const countVendorsTask = backgroundTask("count vendors", countVendors);
const saveHierarchyStep = longStep("save vendor hierarchy", saveHierarchy);

/** The analysis that finds which names mean the same vendor. */
export const vendorResolution = analysis<null>("vendor_resolution", {
  needs: "turbolens.manage",
  steps: [saveHierarchyStep],
  work: async (running) => {
    const model = analysisModel();
    await running.progress({ step: "reading", current: 1, total: 2 });
    const local = await running.read(resolveNamesTask, undefined);
    if (local.length === 0) return running.step(completeStep, { summary: { saved: 0, rawCount: 0, engine: "local" } });
    const asked = model && (await askAbout(local, running, model));
    const vendors = await running.read(countVendorsTask, asked?.names ?? local);
    const of = engineOf(model, asked ? [asked] : []);
    const summary = { saved: vendors.length, rawCount: local.length, ...of };
    await running.step(saveHierarchyStep, { vendors, engine: of.engine, summary });
  },
});
