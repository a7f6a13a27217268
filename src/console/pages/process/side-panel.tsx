/** The panel next to a flow: its revisions, the last assessment, what the process uses, and its quality. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, FilePen, GitCompare, Hourglass } from "lucide-react";
import { MissingList, useQuality } from "../../cards/missing";
import { PeekRelations } from "../../cards/peek-relations";
import { day } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { Dumbbells } from "../../processes/dumbbells";
import { assessmentsQuery, type FlowHead } from "../../processes/queries";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { type ProcessProps, useDraw } from "./versions";

/** Shows the panel. */
export function SidePanel({ card, flow }: ProcessProps) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <aside className="caside scroll process-side" tabIndex={0} aria-label={t`About this process`}>
      <h2 className="aloud">{t`About this process`}</h2>
      <FlowState card={card} flow={flow} />
      <LatestAssessment id={card.id} />
      <PeekRelations id={card.id} />
      <Lacks card={card} />
    </aside>
  );
}

function FlowState({ card, flow }: ProcessProps) {
  const draw = useDraw(card.id);
  const { versions } = flow;
  const shown = versions.filter(({ status }) => status !== "archived");
  const published = versions.find(({ status }) => status === "published");
  const draft = versions.find(({ status }) => status === "draft" || status === "pending");
  const next = (versions[0]?.revision ?? 0) + 1;
  return (
    <Section title={<Trans>Flow</Trans>}>
      {shown.map((version) => (
        <VersionRow key={version.id} processId={card.id} version={version} />
      ))}
      {shown.length === 0 && (
        <span className="inv">
          <span className="ring" />
          <Trans>No flow yet</Trans>
        </span>
      )}
      <div className="flow-verbs">
        {flow.can_edit_draft && published && !draft && (
          <Button look="line" className="sm" writes icon={FilePen} onPress={() => void draw(published)}>
            <Trans>Draft revision {next}</Trans>
          </Button>
        )}
        {versions.length > 1 && (
          <Link to="/bpm/processes/$id" params={{ id: card.id }} search={{ tab: "revisions" }} className="btn sm">
            <Icon of={GitCompare} size={14} />
            <Trans>Compare</Trans>
          </Link>
        )}
      </div>
    </Section>
  );
}

const SIGNS = { published: CircleCheck, pending: Hourglass, draft: CircleDashed, archived: CircleDashed };

function VersionRow({ processId, version }: { processId: string; version: FlowHead }) {
  const { status, revision } = version;
  return (
    <div className="hi">
      <span className={status === "published" ? "st good" : "st mut"}>
        <Icon of={SIGNS[status]} size={14} />
      </span>
      <span>
        <Link
          to="/bpm/processes/$id"
          params={{ id: processId }}
          search={{ version: version.id }}
          className="quiet-link w2"
        >
          {status === "published" ? (
            <Trans>Revision {revision} is published</Trans>
          ) : status === "pending" ? (
            <Trans>Revision {revision} is submitted</Trans>
          ) : (
            <Trans>Revision {revision} is a draft</Trans>
          )}
        </Link>
        <br />
        <span className="c3">
          {status === "published" ? (
            <Trans>Approved by {version.approved_by_name ?? "–"}</Trans>
          ) : status === "pending" ? (
            <Trans>Submitted by {version.submitted_by_name ?? "–"}</Trans>
          ) : (
            <Trans>Begun by {version.created_by_name ?? "–"}</Trans>
          )}
        </span>
      </span>
      <span className="c3 t11 num">{day(version.approved_at ?? version.submitted_at ?? version.created_at)}</span>
    </div>
  );
}

function LatestAssessment({ id }: { id: string }) {
  const mayAssess = useMay("bpm.assessments");
  const { data: assessments = [] } = useQuery({ ...assessmentsQuery(id), enabled: mayAssess });
  if (!mayAssess) return null;
  const [latest, before] = assessments;
  return (
    <Section
      title={<Trans>Assessment</Trans>}
      count={assessments.length}
      remark={
        <Link to="/bpm/processes/$id" params={{ id }} search={{ tab: "assessments" }} className="lk">
          <Trans>Assess</Trans>
        </Link>
      }
    >
      {latest ? (
        <Dumbbells latest={latest} before={before ?? null} />
      ) : (
        <span className="inv">
          <span className="ring" />
          <Trans>Never assessed</Trans>
        </span>
      )}
    </Section>
  );
}

function Lacks({ card }: { card: ProcessProps["card"] }) {
  const { quality, missing } = useQuality(card.id);
  const type = useTypes().get(card.type);
  const setPeek = useSetPeek();
  if (!quality || missing.length === 0) return null;
  return (
    <Section title={<Trans>Quality</Trans>} count={Math.round(quality.score)} remark={<Trans>of 100</Trans>}>
      <MissingList
        cardId={card.id}
        type={type}
        verb={() => (
          <button type="button" className="lk" onClick={() => setPeek(card.id)}>
            <Trans>Set</Trans>
          </button>
        )}
      />
    </Section>
  );
}
