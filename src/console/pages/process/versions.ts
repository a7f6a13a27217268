/** The versions of a flow: the one that is shown, and what they are called. */
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useGo } from "../../navigation/link";
import { type Beginning, beginDraft } from "../../processes/changes";
import type { Flow, FlowHead } from "../../processes/queries";
import type { Schemas } from "../../server/client";
import { process as page } from "./page";

export type ProcessProps = { card: Schemas["Card"]; flow: Flow };

const isOf =
  (status: FlowHead["status"]) =>
  (version: FlowHead): boolean =>
    version.status === status;

/** Gives the version that the address asks for; undefined when there is none at all. */
export function useShownVersion({ versions }: Flow): FlowHead | undefined {
  const { version, draft } = page.useSearch();
  const asked = versions.find(({ id }) => id === version);
  const waiting = versions.find(isOf("pending")) ?? versions.find(isOf("draft"));
  return asked ?? (draft ? waiting : undefined) ?? versions.find(isOf("published")) ?? waiting ?? versions[0];
}

/** Gives the word for the state of a version. */
export function useStateWord(): (version: Pick<FlowHead, "status">) => string {
  const { t } = useLingui();
  const words: Record<FlowHead["status"], string> = {
    draft: t`draft`,
    pending: t`submitted`,
    published: t`published`,
    archived: t`archived`,
  };
  return ({ status }) => words[status];
}

/** Gives a function that opens a draft for drawing: a version that is one, or one that it begins. */
export function useDraw(process_id: string): (from: FlowHead | Beginning) => Promise<void> {
  const go = useGo();
  const cache = useQueryClient();
  return async (from) => {
    const isDraft = "status" in from && from.status === "draft";
    const version = isDraft
      ? from.id
      : await beginDraft(process_id, "status" in from ? { based_on_id: from.id } : from);
    void cache.invalidateQueries({ queryKey: ["processes", process_id] });
    if (version) go({ to: "/bpm/processes/$id/draw/$version", params: { id: process_id, version } });
  };
}
