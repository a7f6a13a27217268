/** The panel next to a decision: signatures, cards, other decisions, the risks of its cards, and its history. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueries, useQuery } from "@tanstack/react-query";
import { ShieldAlert, X } from "lucide-react";
import { useState } from "react";
import { cardRisksQuery } from "../../cards/queries";
import { linkDecision, relateDecisions, supersede, unlinkDecision } from "../../decisions/changes";
import { DocumentHistory } from "../../decisions/history";
import { type Decision, type DecisionSummary, decisionRevisionsQuery, decisionsQuery } from "../../decisions/queries";
import type { ReviewedDocument } from "../../decisions/review-line";
import { Signatures } from "../../decisions/signatures";
import { DocumentState } from "../../decisions/status";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { searchQuery } from "../../search/queries";
import { useMay } from "../../server/session";
import { IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { TypeAhead } from "../../ui/type-ahead";
import { useFieldLabel } from "./fields";

type PanelProps = { decision: Decision; document: ReviewedDocument };

/** Cards whose risks are shown at most. */
const FEW = 12;

/** Shows the panel. */
export function DecisionPanel({ decision, document }: PanelProps) {
  const { t } = useLingui();
  const labelOf = useFieldLabel();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <aside className="caside scroll" tabIndex={0} aria-label={t`About this decision`}>
      <h2 className="aloud">{t`About this decision`}</h2>
      <Signatures document={document} />
      <Cards decision={decision} />
      <Related decision={decision} />
      <Revisions decision={decision} />
      <Succession decision={decision} />
      <Risks cards={decision.linked_cards.slice(0, FEW)} />
      <DocumentHistory kind="adr" id={decision.id} labelOf={labelOf} />
    </aside>
  );
}

function Cards({ decision }: { decision: Decision }) {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  const mayLink = useMay("adr.manage");
  const [isLinking, setLinking] = useState(false);
  const { linked_cards: cards } = decision;
  return (
    <Section
      title={<Trans>Is about</Trans>}
      count={cards.length}
      remark={
        mayLink && (
          <button type="button" className="lk" onClick={() => setLinking(!isLinking)} aria-label={t`Link a card`}>
            <Trans>Link</Trans>
          </button>
        )
      }
    >
      {isLinking && <CardLine decision={decision} close={() => setLinking(false)} />}
      {cards.map((card) => (
        <div key={card.id} className="rel">
          <button type="button" className="rel-button rel" onClick={() => setPeek(card.id)}>
            <TypeIcon type={types.get(card.type)} />
            <span className="trunc">{card.name}</span>
          </button>
          {mayLink && (
            <IconButton
              className="unrelate"
              size={14}
              icon={X}
              label={t`Take the link to ${card.name} away`}
              onPress={() => void unlinkDecision(decision, card)}
            />
          )}
        </div>
      ))}
      {cards.length === 0 && !isLinking && (
        <span className="inv ink">
          <span className="ring" />
          <Trans>No card yet</Trans>
        </span>
      )}
    </Section>
  );
}

function CardLine({ decision, close }: { decision: Decision; close: () => void }) {
  const { t } = useLingui();
  const types = useTypes();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data = [] } = useQuery({
    ...searchQuery(wanted, ["card"]),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const linked = new Set(decision.linked_cards.map(({ id }) => id));
  const found = wanted === "" ? [] : data.filter(({ id }) => !linked.has(id));
  return (
    <TypeAhead
      label={t`Card`}
      placeholder={t`Card`}
      autoFocus
      onLeave={close}
      empty={wanted === "" ? t`Type a name` : t`No card of this name`}
      suggestions={found.map(({ id, name, card_type }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.get(card_type ?? "")} />,
      }))}
      onType={setText}
      onChoose={(id) => {
        const card = found.find((one) => one.id === id);
        if (card) void linkDecision(decision, card);
        close();
      }}
    />
  );
}

/** Decisions by what one types of them. */
function DecisionLine({ label, offered, choose, close }: DecisionLineProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const wanted = text.trim().toLocaleLowerCase();
  const found = offered
    .filter(({ reference_number, title }) => `${reference_number} ${title}`.toLocaleLowerCase().includes(wanted))
    .slice(0, 8);
  return (
    <TypeAhead
      label={label}
      placeholder={t`Number or title`}
      autoFocus
      onLeave={close}
      empty={t`No such decision`}
      suggestions={found.map(({ id, reference_number, title }) => ({ id, label: title, remark: reference_number }))}
      onType={setText}
      onChoose={(id) => {
        const one = offered.find((other) => other.id === id);
        if (one) choose(one);
        close();
      }}
    />
  );
}

type DecisionLineProps = {
  label: string;
  offered: readonly DecisionSummary[];
  choose: (decision: DecisionSummary) => void;
  close: () => void;
};

function DecisionRow({ of }: { of: { id: string; reference_number: string; title: string } }) {
  return (
    <Link to="/ea-delivery/adr/$id" params={{ id: of.id }} className="rel-button rel">
      <span className="c3 t12 num">{of.reference_number}</span>
      <span className="trunc">{of.title}</span>
    </Link>
  );
}

function Related({ decision }: { decision: Decision }) {
  const { t } = useLingui();
  const { data: all = [] } = useQuery(decisionsQuery);
  const mayWrite = useMay("adr.manage") && decision.status !== "signed";
  const [isLinking, setLinking] = useState(false);
  const { related_decisions: related } = decision;
  const others = all.filter(({ id, reference_number }) => id !== decision.id && !related.includes(reference_number));
  return (
    <Section
      title={<Trans>Related decisions</Trans>}
      count={related.length || undefined}
      remark={
        mayWrite && (
          <button type="button" className="lk" onClick={() => setLinking(!isLinking)} aria-label={t`Link a decision`}>
            <Trans>Link</Trans>
          </button>
        )
      }
    >
      {isLinking && (
        <DecisionLine
          label={t`Decision`}
          offered={others}
          choose={({ reference_number }) =>
            void relateDecisions(decision, [...related, reference_number], t`${reference_number} is related`)
          }
          close={() => setLinking(false)}
        />
      )}
      {related.map((reference) => {
        const one = all.find(({ reference_number }) => reference_number === reference);
        return (
          <div key={reference} className="rel">
            {one ? <DecisionRow of={one} /> : <span className="trunc">{reference}</span>}
            {mayWrite && (
              <IconButton
                className="unrelate"
                size={14}
                icon={X}
                label={t`${reference} is not related`}
                onPress={() =>
                  void relateDecisions(
                    decision,
                    related.filter((other) => other !== reference),
                    t`${reference} is no longer related`,
                  )
                }
              />
            )}
          </div>
        );
      })}
      {related.length === 0 && !isLinking && (
        <span className="inv">
          <Trans>None</Trans>
        </span>
      )}
    </Section>
  );
}

function Revisions({ decision }: { decision: Decision }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(decisionRevisionsQuery(decision.id));
  if (data.length < 2) return null;
  return (
    <Section title={<Trans>Revisions</Trans>} count={data.length}>
      {data.map((one) => (
        <div key={one.id} className="rel">
          <Link
            to="/ea-delivery/adr/$id"
            params={{ id: one.id }}
            className="rel-button rel"
            aria-current={one.id === decision.id ? "page" : undefined}
          >
            <span className="num">{one.revision_number}</span>
            <span className="c3 t12 num">{one.reference_number}</span>
            <DocumentState document={one} />
          </Link>
          {one.id !== decision.id && (
            <Link
              to="/ea-delivery/adr/$id"
              params={{ id: decision.id }}
              search={{ compare: one.id }}
              className="e lk t12"
              aria-label={t`Compare with revision ${one.revision_number}`}
            >
              <Trans>Compare</Trans>
            </Link>
          )}
        </div>
      ))}
    </Section>
  );
}

/** Names what holds in the place of a signed decision, and what it has taken the place of. */
function Succession({ decision }: { decision: Decision }) {
  const { t } = useLingui();
  const { data: all = [] } = useQuery(decisionsQuery);
  const mayWrite = useMay("adr.manage");
  const [isNaming, setNaming] = useState(false);
  const former = all.filter(({ superseded_by }) => superseded_by?.id === decision.id);
  const { superseded_by: successor } = decision;
  const isRevised = all.some(({ id, parent_id }) => id === successor?.id && parent_id === decision.id);
  if (decision.status !== "signed" || (!mayWrite && !successor && former.length === 0)) return null;
  const valid = all.filter(
    ({ id, status, superseded_by }) => id !== decision.id && status === "signed" && !superseded_by,
  );
  return (
    <Section
      title={<Trans>Holds until</Trans>}
      remark={
        mayWrite &&
        !successor && (
          <button type="button" className="lk" onClick={() => setNaming(!isNaming)}>
            <Trans>Supersede</Trans>
          </button>
        )
      }
    >
      {isNaming && (
        <DecisionLine
          label={t`Superseded by`}
          offered={valid}
          choose={({ id, reference_number }) =>
            void supersede(decision, id, t`${decision.reference_number} is superseded by ${reference_number}`)
          }
          close={() => setNaming(false)}
        />
      )}
      {successor && (
        <>
          <p className="t12 c3">
            <Trans>Superseded by</Trans>
          </p>
          <div className="rel">
            <DecisionRow of={successor} />
            {mayWrite && !isRevised && (
              <IconButton
                className="unrelate"
                size={14}
                icon={X}
                label={t`It holds again`}
                onPress={() => void supersede(decision, null, t`${decision.reference_number} holds again`)}
              />
            )}
          </div>
        </>
      )}
      {former.length > 0 && (
        <>
          <p className="t12 c3">
            <Trans>In place of</Trans>
          </p>
          {former.map((one) => (
            <DecisionRow key={one.id} of={one} />
          ))}
        </>
      )}
      {!successor && former.length === 0 && !isNaming && (
        <span className="inv">
          <Trans>Nothing has taken its place</Trans>
        </span>
      )}
    </Section>
  );
}

function Risks({ cards }: { cards: readonly { id: string }[] }) {
  const { t } = useLingui();
  const maySee = useMay("risks.view");
  const lists = useQueries({ queries: cards.map(({ id }) => ({ ...cardRisksQuery(id), enabled: maySee })) });
  const risks = [...new Map(lists.flatMap(({ data = [] }) => data.map((one) => [one.id, one] as const))).values()];
  if (!maySee || risks.length === 0) return null;
  return (
    <Section title={<Trans>Risks of these cards</Trans>} count={risks.length}>
      {risks.map((risk) => (
        <div key={risk.id} className="paper" title={t`Risk`}>
          <Icon of={ShieldAlert} size={14} />
          <span>
            {risk.title} <span className="c3 t11 num">· {risk.reference}</span>
          </span>
        </div>
      ))}
    </Section>
  );
}
