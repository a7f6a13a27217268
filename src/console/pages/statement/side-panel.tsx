/** The panel next to a statement: signatures, the initiative and what it touches, decisions, revisions and its history. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Scale, X } from "lucide-react";
import { useState } from "react";
import { cardDecisionsQuery, cardQuery, relationsQuery } from "../../cards/queries";
import { changeStatement } from "../../decisions/changes";
import { DocumentHistory } from "../../decisions/history";
import { type Statement, statementRevisionsQuery } from "../../decisions/queries";
import type { ReviewedDocument } from "../../decisions/review-line";
import { Signatures } from "../../decisions/signatures";
import { DocumentState } from "../../decisions/status";
import { month } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { searchQuery } from "../../search/queries";
import { useMay } from "../../server/session";
import { IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { TypeAhead } from "../../ui/type-ahead";

const INITIATIVE = "Initiative";

type PanelProps = { statement: Statement; document: ReviewedDocument; mayWrite: boolean };

/** Shows the panel. */
export function StatementPanel({ statement, document, mayWrite }: PanelProps) {
  const { t } = useLingui();
  const { initiative_id: initiative } = statement;
  const labels: Record<string, string> = { name: t`Name`, initiative_id: t`Initiative`, sections: t`Sections` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <aside className="caside scroll" tabIndex={0} aria-label={t`About this statement`}>
      <h2 className="aloud">{t`About this statement`}</h2>
      <Signatures document={document} />
      <Initiative statement={statement} mayWrite={mayWrite} />
      {initiative && <Touched id={initiative} />}
      {initiative && <Decisions id={initiative} />}
      <Revisions statement={statement} />
      <DocumentHistory kind="soaw" id={statement.id} labelOf={(field) => labels[field] ?? field} />
    </aside>
  );
}

function Initiative({ statement, mayWrite }: Omit<PanelProps, "document">) {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  const [isChoosing, setChoosing] = useState(false);
  const { id, initiative_id } = statement;
  const { data: card } = useQuery({ ...cardQuery(initiative_id ?? ""), enabled: initiative_id !== null });
  const { lifecycle } = card ?? {};
  const [from, to] = [lifecycle?.["active"] ?? lifecycle?.["phaseIn"], lifecycle?.["endOfLife"]];
  return (
    <Section title={<Trans>Initiative</Trans>}>
      {initiative_id && card && (
        <>
          <div className="rel">
            <button type="button" className="rel-button rel" onClick={() => setPeek(card.id)}>
              <TypeIcon type={types.get(card.type)} />
              <span className="trunc">{card.name}</span>
            </button>
            {mayWrite && (
              <IconButton
                className="unrelate"
                size={14}
                icon={X}
                label={t`Take the initiative away`}
                onPress={() => void changeStatement(id, { initiative_id: null }, t`The statement is of no initiative`)}
              />
            )}
          </div>
          {(from || to) && (
            <KeyValue of={t`Runs`}>
              <span className="num">
                {from ? month(String(from)) : "…"} – {to ? month(String(to)) : "…"}
              </span>
            </KeyValue>
          )}
        </>
      )}
      {!initiative_id && !isChoosing && (
        <div className="rel">
          <span className="inv ink">
            <span className="ring" />
            <Trans>None yet</Trans>
          </span>
          {mayWrite && (
            <button
              type="button"
              className="e lk t12"
              onClick={() => setChoosing(true)}
              aria-label={t`Set the initiative`}
            >
              <Trans>Set</Trans>
            </button>
          )}
        </div>
      )}
      {isChoosing && !initiative_id && (
        <InitiativeLine
          close={() => setChoosing(false)}
          choose={(one) => void changeStatement(id, { initiative_id: one.id }, t`The statement is of ${one.name}`)}
        />
      )}
    </Section>
  );
}

type LineProps = { close: () => void; choose: (card: { id: string; name: string }) => void };

function InitiativeLine({ close, choose }: LineProps) {
  const { t } = useLingui();
  const types = useTypes();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data = [] } = useQuery({
    ...searchQuery(wanted, ["card"], INITIATIVE),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const found = wanted === "" ? [] : data;
  return (
    <TypeAhead
      label={t`Initiative`}
      placeholder={t`Initiative`}
      autoFocus
      onLeave={close}
      empty={wanted === "" ? t`Type a name` : t`No initiative of this name`}
      suggestions={found.map(({ id, name }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.get(INITIATIVE)} />,
      }))}
      onType={setText}
      onChoose={(id) => {
        const card = found.find((one) => one.id === id);
        if (card) choose(card);
        close();
      }}
    />
  );
}

function Touched({ id }: { id: string }) {
  const types = useTypes();
  const setPeek = useSetPeek();
  const { data = [] } = useQuery({ ...relationsQuery(id), enabled: useMay("relations.view") });
  const ends = data.flatMap(({ source, target }) => (source?.id === id ? target : source) ?? []);
  const cards = [...new Map(ends.map((end) => [end.id, end])).values()];
  if (cards.length === 0) return null;
  return (
    <Section title={<Trans>What it touches</Trans>} count={cards.length}>
      {cards.map((card) => (
        <button key={card.id} type="button" className="rel-button rel" onClick={() => setPeek(card.id)}>
          <TypeIcon type={types.get(card.type)} />
          <span className="trunc">{card.name}</span>
        </button>
      ))}
    </Section>
  );
}

function Decisions({ id }: { id: string }) {
  const { data = [] } = useQuery({ ...cardDecisionsQuery(id), enabled: useMay("adr.view") });
  if (data.length === 0) return null;
  return (
    <Section title={<Trans>Decisions</Trans>} count={data.length}>
      {data.map((one) => (
        <Link key={one.id} to="/ea-delivery/adr/$id" params={{ id: one.id }} className="rel-button rel">
          <Icon of={Scale} size={14} className="c3" />
          <span className="trunc">{one.title}</span>
          <span className="e num">{one.reference_number}</span>
        </Link>
      ))}
    </Section>
  );
}

function Revisions({ statement }: { statement: Statement }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(statementRevisionsQuery(statement.id));
  if (data.length < 2) return null;
  return (
    <Section title={<Trans>Revisions</Trans>} count={data.length}>
      {data.map((one) => (
        <div key={one.id} className="rel">
          <Link
            to="/ea-delivery/soaw/$id"
            params={{ id: one.id }}
            className="rel-button rel"
            aria-current={one.id === statement.id ? "page" : undefined}
          >
            <span className="num">{one.revision_number}</span>
            <DocumentState document={one} />
          </Link>
          {one.id !== statement.id && (
            <Link
              to="/ea-delivery/soaw/$id"
              params={{ id: statement.id }}
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
