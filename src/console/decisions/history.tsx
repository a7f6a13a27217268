/** The history of a document, the latest first, with the words of a text that have changed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FilePen, History, Link2, type LucideIcon, Plus, Signature, Undo2, X } from "lucide-react";
import { useState } from "react";
import { BeforeAfter } from "../cards/change";
import { fromNow, moment } from "../language/format";
import { wordsOf } from "../rich-text/html";
import { Icon } from "../ui/icon";
import { Section } from "../ui/section";
import { Failed } from "../ui/states";
import { type DocumentEvent, type DocumentKind, documentHistoryQuery } from "./queries";

/** Events that are shown at first. */
const FEW = 6;

const SIGNS: Record<string, LucideIcon> = {
  created: Plus,
  updated: FilePen,
  linked: Link2,
  unlinked: X,
  rejected: Undo2,
  signatures_recalled: Undo2,
  superseded: History,
};

type HistoryProps = { kind: DocumentKind; id: string; labelOf: (field: string) => string };

/** Shows the latest events. @param labelOf gives the name of a field that has changed */
export function DocumentHistory({ kind, id, labelOf }: HistoryProps) {
  const { data = [], error, refetch } = useQuery(documentHistoryQuery(kind, id));
  const [shown, setShown] = useState(FEW);
  const [opened, open] = useState<string>();
  return (
    <Section title={<Trans>History</Trans>}>
      {error && <Failed error={error} retry={refetch} />}
      {data.slice(0, shown).map((event) => (
        <Happened
          key={event.id}
          event={event}
          labelOf={labelOf}
          isOpen={opened === event.id}
          toggle={() => open(opened === event.id ? undefined : event.id)}
        />
      ))}
      {data.length > shown && (
        <button type="button" className="lk t12" onClick={() => setShown(data.length)}>
          <Trans>{data.length - shown} earlier</Trans>
        </button>
      )}
    </Section>
  );
}

type Change = { old: unknown; new: unknown };
const textOf = (value: unknown): string =>
  typeof value === "string" ? wordsOf(value) : value === null || value === undefined ? "" : JSON.stringify(value);

type HappenedProps = {
  event: DocumentEvent;
  labelOf: HistoryProps["labelOf"];
  isOpen: boolean;
  toggle: () => void;
};

function Happened({ event, labelOf, isOpen, toggle }: HappenedProps) {
  const sentenceOf = useSentence(labelOf);
  const step = event.event_type.split(".")[1] ?? "";
  const changes = Object.entries((event.data["changes"] ?? {}) as Record<string, Change>).filter(
    ([, change]) => typeof change?.old === "string" || typeof change?.new === "string",
  );
  return (
    <div className="hi">
      <Icon of={SIGNS[step] ?? Signature} size={14} />
      <span className="c2">
        {changes.length > 0 ? (
          <button type="button" className="hi-open" aria-expanded={isOpen} onClick={toggle}>
            {sentenceOf(event)}
          </button>
        ) : (
          sentenceOf(event)
        )}
        {event.user_display_name && <span className="c3"> · {event.user_display_name}</span>}
        {isOpen &&
          changes.map(([field, change]) => (
            <span key={field} className="change">
              <span className="c3">{labelOf(field)}</span>{" "}
              <BeforeAfter before={textOf(change.old)} after={textOf(change.new)} />
            </span>
          ))}
      </span>
      <span className="c3 t11 num" title={moment(event.created_at)}>
        {fromNow(event.created_at)}
      </span>
    </div>
  );
}

/** Gives an event as a sentence. */
function useSentence(labelOf: HistoryProps["labelOf"]): (event: DocumentEvent) => string {
  const { t } = useLingui();
  return ({ event_type, data }) => {
    const fields = Object.keys((data["changes"] ?? {}) as object).map(labelOf);
    const sentences: Record<string, string> = {
      created: data["revision_of"] ? t`Next revision begun` : data["duplicate_of"] ? t`Copied` : t`Begun`,
      updated: fields.length > 0 ? t`Written: ${[...new Set(fields)].join(", ")}` : t`Written`,
      deleted: t`Deleted`,
      linked: t`A card linked`,
      unlinked: t`A link to a card taken away`,
      signatures_requested: t`Signatures asked for`,
      signatures_requested_again: t`Signatures asked for again`,
      signed: data["all_signed"] === true ? t`Signed by all` : t`Signed`,
      signatures_recalled: t`Back to draft`,
      rejected: t`Rejected: ${String(data["comment"] ?? "")}`,
      superseded: data["reference"] ? t`Superseded by ${String(data["reference"])}` : t`Holds again`,
    };
    return sentences[event_type.split(".")[1] ?? ""] ?? event_type;
  };
}
