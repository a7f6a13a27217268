/** The risks, findings, decisions and diagrams of a card, as rows. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck, type LucideIcon, PenTool, Scale, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cardDecisionsQuery, cardDiagramsQuery, cardFindingsQuery, cardRisksQuery } from "../../cards/queries";
import { FindingStatusSign, isGap, sentenceOf } from "../../compliance/words";
import { Link } from "../../navigation/link";
import { useMay } from "../../server/session";
import { Icon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { Failed } from "../../ui/states";

/** Shows the sections of those that there are. */
export function Papers({ id }: { id: string }) {
  return (
    <>
      <Risks id={id} />
      <Findings id={id} />
      <Decisions id={id} />
      <Diagrams id={id} />
    </>
  );
}

type Paper = { id: string; name: string; remark?: ReactNode; link?: ReactNode };

type RowsProps = { title: string; icon: LucideIcon; papers: readonly Paper[]; error: unknown; retry: () => unknown };

function Rows({ title, icon, papers, error, retry }: RowsProps) {
  if (papers.length === 0 && !error) return null;
  return (
    <Section title={title} count={papers.length}>
      {error ? <Failed error={error as Error} retry={retry} /> : null}
      {papers.map(({ id, name, remark, link }) => (
        <div className="paper" key={id}>
          <Icon of={icon} size={14} />
          <span className="paper-name">{link ?? name}</span>
          {remark && <span className="c3 t11">{remark}</span>}
        </div>
      ))}
    </Section>
  );
}

function Risks({ id }: { id: string }) {
  const { t } = useLingui();
  const maySee = useMay("risks.view");
  const { data = [], error, refetch } = useQuery({ ...cardRisksQuery(id), enabled: maySee });
  const levels = { critical: t`critical`, high: t`high`, medium: t`medium`, low: t`low` };
  const papers = data.map(({ id, reference, title, residual_level, initial_level }) => ({
    id,
    name: `${reference} · ${title}`,
    remark: levels[residual_level ?? initial_level],
  }));
  return <Rows title={t`Risks`} icon={ShieldAlert} papers={papers} error={error} retry={refetch} />;
}

/** Shows the findings, those that lack something first. */
function Findings({ id }: { id: string }) {
  const { t } = useLingui();
  const maySee = useMay("compliance.view");
  const { data = [], error, refetch } = useQuery({ ...cardFindingsQuery(id), enabled: maySee });
  const papers = data
    .toSorted((one, other) => Number(isGap(other.status)) - Number(isGap(one.status)))
    .map((finding) => ({
      id: finding.id,
      name: sentenceOf(finding),
      link: (
        <Link to="/compliance" search={{ finding: finding.id }} className="paper-link">
          {sentenceOf(finding)}
        </Link>
      ),
      remark: <FindingStatusSign status={finding.status} isQuiet />,
    }));
  return <Rows title={t`Findings`} icon={ClipboardCheck} papers={papers} error={error} retry={refetch} />;
}

function Decisions({ id }: { id: string }) {
  const { t } = useLingui();
  const maySee = useMay("adr.view");
  const { data = [], error, refetch } = useQuery({ ...cardDecisionsQuery(id), enabled: maySee });
  const statuses: Record<string, string> = { draft: t`draft`, in_review: t`in review`, signed: t`signed` };
  const papers = data.map(({ id, reference_number, title, status }) => ({
    id,
    name: `${reference_number} · ${title}`,
    link: (
      <Link to="/ea-delivery/adr/$id" params={{ id }} className="paper-link">
        {reference_number} · {title}
      </Link>
    ),
    remark: statuses[status] ?? status.replaceAll("_", " "),
  }));
  return <Rows title={t`Decisions`} icon={Scale} papers={papers} error={error} retry={refetch} />;
}

function Diagrams({ id }: { id: string }) {
  const { t } = useLingui();
  const maySee = useMay("diagrams.view");
  const { data = [], error, refetch } = useQuery({ ...cardDiagramsQuery(id), enabled: maySee });
  const papers = data.map(({ id, name }) => ({
    id,
    name,
    link: (
      <Link to="/diagrams/$id" params={{ id }} className="paper-link">
        {name || t`Without a name`}
      </Link>
    ),
  }));
  return <Rows title={t`Diagrams`} icon={PenTool} papers={papers} error={error} retry={refetch} />;
}
