/** The run that finds duplicates: by the local engine, and where there is a model by asking it about what that has found. */

import { z } from "zod";
import { componentsOf } from "../../../analysis/union-find";
import type { Usage } from "../../../core/llm/client";
import { analysisModel } from "../../../core/llm/configuration";
import type { Model, Prompt } from "../../../core/llm/providers";
import { asData, DATA_RULE } from "../../../core/llm/structured";
import { principlesText } from "../../ai";
import { analysis, askForUsable, engineOf, type Running } from "../../analyses";
import { saveClustersStep } from "./clusters";
import { comparedTypes, type DuplicateResult, type FoundCluster, findDuplicatesTask, type ShownCluster } from "./find";

/** Cards of one call, and tokens of its answer. */
const BATCH = 40;
const TOKENS = 3_000;

const Line = z.string().max(1_000);
const ClusterAnswer = z.object({
  cluster_name: Line,
  functional_domain: Line.nullish(),
  member_ids: z.string().array(),
  evidence: z.string().max(5_000).nullish(),
  recommendation: z.string().max(5_000).nullish(),
});
type ClusterAnswer = z.infer<typeof ClusterAnswer>;

const promptFor = (type: string, cards: readonly ShownCluster[]): Prompt => ({
  system: `You are an enterprise architect who looks for ${type} cards that overlap in what they do. ${DATA_RULE} Answer with JSON only.${principlesText("These principles are binding")}`,
  user: `Find groups of at least two of these cards that really overlap in function; none is a good answer.
Answer with {"clusters": [{"cluster_name", "functional_domain", "member_ids": [], "member_names": [], "evidence", "recommendation"}]}, an empty list when there are none. Use the ids as they are given.
${asData(cards)}`,
  maxTokens: TOKENS,
});

/** Returns the clusters of all batches, those that share a member made one: the first keeps its texts. */
function mergeClusters(
  type: string,
  answers: readonly ClusterAnswer[],
  names: ReadonlyMap<string, string>,
  model: Model,
) {
  const known = answers
    .map((answer) => ({ ...answer, member_ids: [...new Set(answer.member_ids)].filter((id) => names.has(id)) }))
    .filter(({ member_ids }) => member_ids.length > 1);
  const firstWith = new Map<string, number>();
  const pairs = known.flatMap(({ member_ids }, place) =>
    member_ids.flatMap((id): [number, number][] => {
      const first = firstWith.get(id);
      if (first === undefined) firstWith.set(id, place);
      return first === undefined ? [] : [[first, place]];
    }),
  );
  const merged = componentsOf(known.length, pairs);
  const inGroup = new Set(merged.flat());
  const groups = [...merged, ...known.flatMap((_, place) => (inGroup.has(place) ? [] : [[place]]))];
  return groups.map((places): FoundCluster => {
    const [first] = places as [number];
    const { cluster_name, functional_domain, evidence, recommendation } = known[first] as ClusterAnswer;
    const ids = [...new Set(places.flatMap((place) => (known[place] as ClusterAnswer).member_ids))].sort();
    return {
      cluster_name,
      card_type: type,
      functional_domain: functional_domain ?? null,
      card_ids: ids,
      card_names: [...new Set(ids.map((id) => names.get(id) as string))].sort(),
      evidence: evidence ?? "",
      matches: evidence ? [evidence] : [],
      differences: [],
      recommendation: recommendation ?? "",
      score: null,
      engine: model.name,
    };
  });
}

/** Says what a model says of the cards of a type; of batches that failed the local clusters stay. */
async function askAbout(type: string, { clusters, toShow }: DuplicateResult, running: Running, model: Model) {
  const names = new Map(toShow.map(({ id, name }) => [id, name]));
  const { answers, failed, usage, problem } = await askForUsable(running, model, {
    items: toShow,
    size: BATCH,
    prompt: (cards) => promptFor(type, cards),
    schema: ClusterAnswer,
  });
  const unanswered = new Set(failed.map(({ id }) => id));
  const isLocal = ({ card_ids }: FoundCluster) => problem !== undefined || card_ids.every((id) => unanswered.has(id));
  return { clusters: [...mergeClusters(type, answers, names, model), ...clusters.filter(isLocal)], usage, problem };
}

/** The analysis that finds the duplicates of every compared type. */
export const duplicateDetection = analysis<null>("duplicate_detection", {
  needs: "turbolens.manage",
  steps: [saveClustersStep],
  work: async (running) => {
    const model = analysisModel();
    const clusters: FoundCluster[] = [];
    const asked: { usage: Usage; problem: string | undefined }[] = [];
    for (const [done, type] of comparedTypes.entries()) {
      await running.progress({ step: "comparing", current: done + 1, total: comparedTypes.length, type });
      const local = await running.read(findDuplicatesTask, { type, forModel: model !== undefined });
      const result = model ? await askAbout(type, local, running, model) : { clusters: local.clusters };
      clusters.push(...result.clusters);
      if ("usage" in result) asked.push(result);
    }
    await running.step(saveClustersStep, { clusters, summary: engineOf(model, asked) });
  },
});
