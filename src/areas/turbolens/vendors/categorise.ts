/** The run that places vendors in categories. */

import { z } from "zod";
import { db, statement, tables } from "../../../../db";
import { OTHER, placeVendor, vendorCategories } from "../../../analysis/vendor-categories";
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
import { hasVendoredCards, type VendorUse, vendorUses } from "./read";

/** Vendors of one call, tokens of its answer, and vendors that a model is asked about; the others are placed by terms. */
const BATCH = 15;
const TOKENS = 1_600;
const MAX_ASKED = 600;
/** Vendors that are cached, and names of cards with each. */
const MAX_VENDORS = 10_000;
const MAX_NAMES = 200;
/** Cards of a vendor that are looked at or shown. */
const MAX_READ = 50;
const MAX_SHOWN = 4;

const NO_VENDORS =
  "No vendor is known: create Provider cards and link them, or fill the field vendor of applications and IT components.";
const NO_CARDS = "There are no applications and no IT components.";

/** A placed vendor, as it is stored. */
type CategorisedVendor = {
  vendor_name: string;
  category: string;
  sub_category: string;
  reasoning: string;
  app_count: number;
  total_cost: number;
  app_list: string;
  engine: string;
};

function placed({ name, description, cards, cost }: VendorUse): CategorisedVendor {
  const texts = [
    { text: name, weight: 3, what: "its name" },
    { text: description ?? "", weight: 2, what: "its description" },
    ...cards.slice(0, MAX_READ).flatMap((card) => [
      { text: card.name, weight: 2, what: `“${card.name}”` },
      { text: card.description ?? "", weight: 1, what: `the description of “${card.name}”` },
    ]),
  ];
  return {
    vendor_name: name.slice(0, 500),
    ...placeVendor(name, texts),
    sub_category: "",
    app_count: cards.length,
    total_cost: cost,
    app_list: JSON.stringify(cards.slice(0, MAX_NAMES).map((card) => card.name)),
    engine: "local",
  };
}

/** Returns a vendor as a model is shown it. */
const shown = ({ name, description, cards }: VendorUse) => ({
  name,
  description: description?.slice(0, 200).toWellFormed(),
  cards: cards.slice(0, MAX_SHOWN).map((card) => ({
    name: card.name,
    type: card.type,
    description: card.description?.slice(0, 200).toWellFormed(),
  })),
});
type ShownVendor = ReturnType<typeof shown>;

/** Places every vendor by terms. */
function placeVendors(): { hasCards: boolean; vendors: CategorisedVendor[]; toShow: ShownVendor[] } {
  const uses = vendorUses().slice(0, MAX_VENDORS);
  return { hasCards: hasVendoredCards(), vendors: uses.map(placed), toShow: uses.slice(0, MAX_ASKED).map(shown) };
}

const VendorAnswer = z.object({
  name: z.string(),
  category: z.string().catch(OTHER),
  sub_category: z.string().max(500).catch(""),
  reasoning: z.string().max(5_000).catch(""),
});

const promptFor = (vendors: readonly ShownVendor[]): Prompt => ({
  system: "",
  user: `Place each of these vendors in one of the categories, by what it makes. ${DATA_RULE}
Categories: ${vendorCategories.join("; ")}.
Answer with JSON only: {"vendors": [{"name", "category", "sub_category", "reasoning"}]}, one entry for each vendor.
${asData(vendors)}`,
  maxTokens: TOKENS,
});

/** Asks a model about vendors; those that it leaves out stay as they are. */
async function askAbout(vendors: CategorisedVendor[], toShow: readonly ShownVendor[], running: Running, model: Model) {
  const { answers, usage, problem } = await askForUsable(running, model, {
    items: toShow,
    size: BATCH,
    prompt: promptFor,
    schema: VendorAnswer,
  });
  const byName = new Map(answers.map(({ name, ...rest }) => [name.trim(), rest]));
  const placedAgain = vendors.map((vendor) => {
    const answer = byName.get(vendor.vendor_name);
    if (!answer) return vendor;
    const category = vendorCategories.includes(answer.category) ? answer.category : OTHER;
    return { ...vendor, ...answer, category, engine: model.name };
  });
  return { vendors: placedAgain, usage, problem };
}

/** Stores vendors in place of all that were there, and completes the run. */
function saveVendors({ vendors, summary }: { vendors: CategorisedVendor[]; summary: Summary }, run: StepRun): void {
  statement("DELETE FROM turbolens_vendor_analysis").run();
  const at = now();
  const stamps = { analysed_at: at, created_at: at, updated_at: at };
  for (const [done, vendor] of vendors.entries()) {
    progress(done, vendors.length);
    db.insert(tables.vendorAnalyses)
      .values({ id: newId(), ...vendor, ...stamps })
      .onConflictDoNothing()
      .run();
  }
  completeAnalysis(run, summary);
}

export const placeVendorsTask = backgroundTask("place vendors", placeVendors);
const saveVendorsStep = longStep("save vendors", saveVendors);

/** The analysis that places vendors in categories. */
export const vendorAnalysis = analysis<null>("vendor_analysis", {
  needs: "turbolens.manage",
  steps: [saveVendorsStep],
  work: async (running) => {
    const model = analysisModel();
    await running.progress({ step: "reading", current: 1, total: 2 });
    const local = await running.read(placeVendorsTask, undefined);
    if (!local.hasCards)
      return running.step(completeStep, { summary: { analysed: 0, warning: NO_CARDS, engine: "local" } });
    const asked = model && (await askAbout(local.vendors, local.toShow, running, model));
    const vendors = asked?.vendors ?? local.vendors;
    const hint = vendors.length === 0 ? { warning: NO_VENDORS } : {};
    const summary = {
      analysed: vendors.length,
      total: vendors.length,
      ...hint,
      ...engineOf(model, asked ? [asked] : []),
    };
    await running.step(saveVendorsStep, { vendors, summary });
  },
});
