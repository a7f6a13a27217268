/** Batches as sentences: who did what to how many things, and to which. */
import { useLingui } from "@lingui/react/macro";
import { useHistoryWords } from "../cards/history-words";
import { labelOf, useTypes } from "../metamodel/queries";
import type { Schemas } from "../server/client";
import { useMe } from "../server/session";

export type Batch = Schemas["ListedMutationBatch"];
type Part = Batch["parts"][number];

/** A batch as far as words show it. */
export type Happening = {
  parts: readonly (Pick<Part, "event_type" | "count" | "names" | "fields"> & Partial<Pick<Part, "card_type">>)[];
};
type HappeningPart = Happening["parts"][number];

const isAboutCard = (type: string) => /^(card|relation)\./.test(type);

/** Functions that put batches into words, in the language of the page. */
export function useBatchWords() {
  const { t } = useLingui();
  const types = useTypes();
  const me = useMe();
  const { labelFor } = useHistoryWords();

  /** The kinds of things that events are about: one of them, and several. */
  const nouns: Record<string, readonly [one: string, several: string]> = {
    todo: [t`a task`, t`tasks`],
    adr: [t`a decision`, t`decisions`],
    soaw: [t`a statement of work`, t`statements of work`],
    risk: [t`a risk`, t`risks`],
    mitigation: [t`a mitigation`, t`mitigations`],
    compliance: [t`a finding`, t`findings`],
    finding: [t`a finding`, t`findings`],
    ppm: [t`a part of a project`, t`parts of projects`],
    diagram: [t`a diagram`, t`diagrams`],
    document: [t`a link`, t`links`],
    file: [t`a file`, t`files`],
    comment: [t`a comment`, t`comments`],
    survey: [t`a survey`, t`surveys`],
    process: [t`a process`, t`processes`],
    calculation: [t`a calculation`, t`calculations`],
    bookmark: [t`a view`, t`views`],
    user: [t`an account`, t`accounts`],
    role: [t`a role`, t`roles`],
    settings: [t`settings`, t`settings`],
    metamodel: [t`the metamodel`, t`the metamodel`],
    tag: [t`a tag`, t`tags`],
  };
  const whatOf = ({ event_type, count, names, card_type }: HappeningPart): string => {
    const [first] = names;
    if (count === 1 && first) return first;
    const noun = nouns[event_type.split(/[._]/)[0] ?? ""];
    if (noun) return count === 1 ? noun[0] : `${count} ${noun[1]}`;
    const type = types.get(card_type ?? "");
    return type ? `${count} ${labelOf(type)}` : t`${count} things`;
  };
  const sentences: Record<string, (what: string) => string> = {
    "card.approval_status.approve": (what) => t`approved ${what}`,
    "card.approval_status.reject": (what) => t`rejected ${what}`,
    "card.approval_status.reset": (what) => t`made ${what} a draft again`,
    "card.tagged": (what) => t`tagged ${what}`,
    "card.untagged": (what) => t`took a tag off ${what}`,
    "relation.created": (what) => t`related ${what}`,
    "relation.upserted": (what) => t`related ${what}`,
    "relation.updated": (what) => t`changed the relation ${what}`,
    "relation.deleted": (what) => t`took the relation ${what} away`,
    "comment.created": (what) => t`commented on ${what}`,
    "stakeholder.added": (what) => t`assigned somebody to ${what}`,
    "stakeholder.removed": (what) => t`took somebody's part in ${what} away`,
  };
  /** Verbs by the last word of an event's type. */
  const verbs: Record<string, (what: string) => string> = {
    created: (what) => t`made ${what}`,
    added: (what) => t`made ${what}`,
    uploaded: (what) => t`uploaded ${what}`,
    updated: (what) => t`changed ${what}`,
    changed: (what) => t`changed ${what}`,
    archived: (what) => t`archived ${what}`,
    restored: (what) => t`brought back ${what}`,
    deleted: (what) => t`deleted ${what}`,
    removed: (what) => t`deleted ${what}`,
    completed: (what) => t`finished ${what}`,
    signed: (what) => t`signed ${what}`,
    requested: (what) => t`asked for signatures on ${what}`,
    rejected: (what) => t`rejected ${what}`,
    approved: (what) => t`approved ${what}`,
    submitted: (what) => t`submitted ${what}`,
    published: (what) => t`published ${what}`,
    linked: (what) => t`linked ${what}`,
    started: (what) => t`started ${what}`,
  };
  const partWords = (part: HappeningPart): string => {
    const what = whatOf(part);
    const { event_type: type } = part;
    if (type.startsWith("rollback.")) return t`undid a batch`;
    const words = sentences[type] ?? verbs[type.split(/[._]/).at(-1) ?? ""];
    return words?.(what) ?? `${type.replaceAll(/[._]/g, " ")}: ${what}`;
  };
  /** Puts what happened to cards before what followed from it. */
  const sorted = ({ parts }: Happening) =>
    parts.toSorted((one, other) => Number(isAboutCard(other.event_type)) - Number(isAboutCard(one.event_type)));
  const whoOf = ({ actor_user_id, actor_display_name }: Batch): string =>
    actor_user_id === me.id ? t`You` : (actor_display_name ?? t`The server`);
  const fieldsOf = (part: HappeningPart) =>
    part.fields.map((path) => labelFor(path.slice(path.indexOf(".") + 1))).join(", ");
  return {
    whoOf,
    /** The sentence of what happened, without who did it; undefined when nothing did. */
    happeningOf(happening: Happening): string | undefined {
      const [first] = sorted(happening);
      return first && partWords(first);
    },
    /** The sentence of a batch, without who did it. */
    sentenceOf(batch: Batch): string {
      const [first] = sorted(batch);
      if (first) return partWords(first);
      return batch.tool_name === "rollback_batch" ? t`tried to undo a batch` : batch.tool_name;
    },
    /** Its second line: the fields, and what else happened. */
    detailsOf(batch: Batch): string {
      const [first, ...others] = sorted(batch);
      const fields = first ? fieldsOf(first) : "";
      const names = first && first.count > 1 ? first.names.join(", ") : "";
      return [fields, names, ...others.slice(0, 3).map(partWords)].filter(Boolean).join(" · ");
    },
  };
}
