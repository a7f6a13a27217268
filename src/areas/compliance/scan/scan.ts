/** The run that scans the landscape: by rules, and where there is a model by asking it on top of what they find. */

import { ModelError, type Usage } from "../../../core/llm/client";
import { analysisModel } from "../../../core/llm/configuration";
import type { Model } from "../../../core/llm/providers";
import { now } from "../../../platform/clock";
import { analysis, completeStep, engineOf, type Running } from "../../analyses";
import { type ComplianceRegulation, listRegulations } from "../../metamodel";
import type { ScanRequest } from "../model";
import { EU_AI_ACT } from "../rules";
import type { AiScope } from "../rules/facts";
import { askForAiScopes } from "./ai-scope";
import { askAbout } from "./ask";
import { type AiBearing, type Assessment, assessTask } from "./assess";
import { applicabilityOf, type FoundFinding } from "./found";
import { saveFindingsStep } from "./save";

type Phase = "loading_cards" | "ai_detection" | "regulation" | "persisting_compliance_findings";

/** Returns the progress of a scan. */
const at = (phase: Phase, current = 0, total = 0, note = "") => ({
  step: phase,
  phase,
  current,
  total,
  note,
  updated_at: now(),
});

/** Returns a run whose batches are shown as steps of AI detection. */
const detecting = (running: Running): Running => ({
  ...running,
  progress: ({ current, total }) => running.progress(at("ai_detection", current, total)),
});

/** Returns a run whose batches are shown as one step. */
const asOneStep = (running: Running): Running => ({
  ...running,
  progress: async () => running.signal.throwIfAborted(),
});

/** The asking of a model during a scan. */
type Asking = {
  /** The usage of its calls, and the steps of the scan that have failed with it. */
  usages: Usage[];
  failures: { step: string; reason: string }[];
  /** Asks the model; undefined without one, or when it fails. */
  ask: <T extends { usage: Usage }>(step: string, call: (model: Model) => Promise<T>) => Promise<T | undefined>;
};

/** Asks a model as long as its provider doesn't refuse the key; what fails is noted. */
function askingOf(model: Model | undefined): Asking {
  const usages: Usage[] = [];
  const failures: Asking["failures"] = [];
  let isRefused = false;
  return {
    usages,
    failures,
    async ask(step, call) {
      if (!model || isRefused) return undefined;
      try {
        const answer = await call(model);
        usages.push(answer.usage);
        return answer;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        failures.push({ step, reason: error.message });
        isRefused = error.failure === "key";
        return undefined;
      }
    },
  };
}

/** Returns the enabled regulations that are asked for. */
function chosen({ regulations }: ScanRequest): ComplianceRegulation[] {
  const enabled = listRegulations(true);
  return regulations?.length ? enabled.filter(({ key }) => regulations.includes(key)) : enabled;
}

/** Asks a model for findings on top of those of the rules; nothing without a model. */
async function askForFindings(
  running: Running,
  asking: Asking,
  regulations: readonly ComplianceRegulation[],
  { shown, context }: Assessment,
): Promise<FoundFinding[]> {
  const all: FoundFinding[] = [];
  for (const [place, regulation] of regulations.entries()) {
    const { key } = regulation;
    await running.progress(at("regulation", place + 1, regulations.length, key));
    const cards = shown[key] ?? [];
    const answer = await asking.ask(key, (model) => askAbout(asOneStep(running), model, regulation, cards, context));
    all.push(...(answer?.findings ?? []));
  }
  return all;
}

/** Finds for each card with artificial intelligence of which nothing else was found, that its duties must be looked at. */
function missingApplicability(found: readonly FoundFinding[], unassessed: readonly AiBearing[]): FoundFinding[] {
  const cards = new Set(found.map(({ regulation, card_id }) => (regulation === EU_AI_ACT ? card_id : null)));
  return unassessed.filter(({ id }) => !cards.has(id)).map(({ id, signal }) => applicabilityOf(id, signal));
}

/** Returns a scan without any regulation to scan for. */
const nothingToScan = ({ regulations }: ScanRequest) => ({
  scan: "compliance",
  compliance_findings: 0,
  regulations: [],
  regulations_requested: regulations ?? [],
  skipped_reason: "no_matching_enabled_regulations",
  completed_at: now(),
});

/** The analysis that scans the landscape for compliance findings. */
export const complianceScan = analysis<ScanRequest>("compliance", {
  needs: "compliance.manage",
  steps: [saveFindingsStep],
  work: async (running, request) => {
    const model = analysisModel();
    const regulations = chosen(request);
    if (regulations.length === 0) return running.step(completeStep, { summary: nothingToScan(request) });
    const keys = regulations.map(({ key }) => key);
    const isAiScanned = keys.includes(EU_AI_ACT);
    const asking = askingOf(model);
    await running.progress(at("loading_cards"));
    const detected = isAiScanned
      ? await asking.ask("ai_detection", (model) => askForAiScopes(detecting(running), model))
      : undefined;
    const scopes: [string, AiScope][] = detected?.scopes ?? [];
    const named = regulations.map(({ key, label }) => ({ key, label }));
    const found = await running.read(assessTask, { regulations: named, scopes, forModel: model !== undefined });
    const answered = await askForFindings(running, asking, regulations, found);
    const applicability = isAiScanned ? missingApplicability(answered, found.unassessed) : [];
    const more = [...answered, ...applicability];
    await running.progress(at("persisting_compliance_findings", 0, found.count + more.length));
    const summary = {
      scan: "compliance",
      regulations: keys,
      cards_scanned: found.cards,
      ai_bearing_cards: isAiScanned ? found.aiBearing : 0,
      causes: found.causes,
      completed_at: now(),
      ...engineOf(
        asking.usages.length > 0 ? model : undefined,
        asking.usages.map((usage) => ({ usage })),
      ),
      ...(asking.failures.length > 0 && { model_failures: asking.failures }),
    };
    await running.step(saveFindingsStep, { regulations: keys, local: found.findings, more, summary });
  },
});
