/** The columns of flows, of elements with their applications, and of assessments. */
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { Column } from "../../grid/column";
import { day, number } from "../../language/format";
import { changeOf, SCORES, ScoreScale, type ScoreSet, useScoreWords } from "../../processes/dumbbells";
import { useKindWords } from "../../processes/kinds";
import { Missing, Status } from "../../ui/signs";
import type { ListedAssessment, ListedElement, ListedFlow } from "./queries";

/** Returns the narrow columns of a phone, or all of them. */
const fitting = <R,>(columns: Column<R>[], isPhone: boolean, few: readonly string[]): Column<R>[] =>
  isPhone ? columns.filter(({ key }) => few.includes(key)) : columns;

/** Shows how far the flow of a process is: what waits stands out, a published one is silent. */
function FlowState({ revision, drafts, pending }: ListedFlow) {
  if (pending > 0)
    return (
      <Status tone="warn">
        <Trans>waits for approval</Trans>
      </Status>
    );
  if (revision === null && drafts === 0) return <Missing title={t`No flow`} />;
  return (
    <span className="trunc c2">
      {revision !== null && <Trans>revision {revision}</Trans>}
      {revision !== null && drafts > 0 && ", "}
      {drafts > 0 && <Plural value={drafts} one="# draft" other="# drafts" />}
    </span>
  );
}

/** Returns the columns of flows. */
export function flowColumns(isPhone: boolean): Column<ListedFlow>[] {
  const columns: Column<ListedFlow>[] = [
    {
      key: "name",
      label: t`Process`,
      sort: "name",
      className: "nm",
      cell: ({ name }) => <span className="trunc">{name}</span>,
      text: ({ name }) => name,
    },
    {
      key: "state",
      label: t`Flow`,
      width: isPhone ? 150 : 190,
      cell: (row) => <FlowState {...row} />,
      text: ({ revision }) => (revision === null ? "" : String(revision)),
    },
    {
      key: "approved_at",
      label: t`Approved`,
      width: 108,
      sort: "approved_at",
      cell: ({ approved_at: at }) => at && <span className="num c2">{day(at)}</span>,
      text: ({ approved_at }) => approved_at ?? "",
    },
    {
      key: "approved_by_name",
      label: t`By`,
      width: 160,
      sort: "approved_by_name",
      cell: ({ approved_by_name: name }) => <span className="trunc c2">{name}</span>,
      text: ({ approved_by_name }) => approved_by_name ?? "",
    },
    {
      key: "submitted_at",
      label: t`Waits since`,
      width: 108,
      sort: "submitted_at",
      cell: ({ submitted_at: at }) => at && <span className="num">{day(at)}</span>,
      text: ({ submitted_at }) => submitted_at ?? "",
    },
    {
      key: "elements",
      label: t`Elements`,
      width: 88,
      isFigure: true,
      sort: "elements",
      cell: ({ elements }) => (elements === 0 ? "–" : <span className="num">{number(elements)}</span>),
      text: ({ elements }) => String(elements),
    },
    {
      key: "tasks_without_application",
      label: t`Tasks without an application`,
      short: t`Unlinked`,
      width: 120,
      isFigure: true,
      sort: "tasks_without_application",
      cell: ({ tasks, tasks_without_application: unlinked }) =>
        unlinked === 0 ? (
          "–"
        ) : (
          <span className="num">
            <Trans>
              {number(unlinked)} of {number(tasks)}
            </Trans>
          </span>
        ),
      text: ({ tasks_without_application }) => String(tasks_without_application),
    },
  ];
  return fitting(columns, isPhone, ["name", "state"]);
}

/** Gives the columns of elements. */
export function useElementColumns(isPhone: boolean): Column<ListedElement>[] {
  const kindOf = useKindWords();
  const columns: Column<ListedElement>[] = [
    {
      key: "application_name",
      label: t`Application`,
      width: isPhone ? 150 : 240,
      sort: "application_name",
      className: "nm",
      cell: ({ application_name: name }) => <span className="trunc">{name}</span>,
      text: ({ application_name }) => application_name,
    },
    {
      key: "element_name",
      label: t`Element`,
      sort: "element_name",
      cell: ({ element_name: name }) => (name ? <span className="trunc">{name}</span> : <Missing title={t`No name`} />),
      text: ({ element_name }) => element_name ?? "",
    },
    {
      key: "element_type",
      label: t`Kind`,
      width: 160,
      sort: "element_type",
      cell: ({ element_type: kind }) => <span className="trunc c2">{kindOf(kind)}</span>,
      text: ({ element_type }) => kindOf(element_type),
    },
    {
      key: "lane_name",
      label: t`Lane`,
      width: 160,
      sort: "lane_name",
      cell: ({ lane_name: lane }) => <span className="trunc c2">{lane ?? "–"}</span>,
      text: ({ lane_name }) => lane_name ?? "",
    },
    {
      key: "process_name",
      label: t`Process`,
      width: 240,
      sort: "process_name",
      cell: ({ process_name: name }) => <span className="trunc">{name}</span>,
      text: ({ process_name }) => process_name,
    },
  ];
  return fitting(columns, isPhone, ["application_name", "element_name"]);
}

/** Shows a score on its scale, with what it has changed since the assessment before. */
function ScoreCell({ score, latest, before }: { score: keyof ScoreSet; latest: ScoreSet; before: ScoreSet | null }) {
  const now = latest[score] as number;
  const then = before?.[score] as number | undefined;
  return (
    <span className="db-cell">
      {score === "overall_score" && <ScoreScale latest={now} before={then} />}
      <span className="num">{now}</span>
      <span className="num c3">{changeOf(now, then)}</span>
    </span>
  );
}

/** Gives the columns of assessments. */
export function useAssessmentColumns(isPhone: boolean): Column<ListedAssessment>[] {
  const words = useScoreWords();
  const columns: Column<ListedAssessment>[] = [
    {
      key: "name",
      label: t`Process`,
      sort: "name",
      className: "nm",
      cell: ({ name }) => <span className="trunc">{name}</span>,
      text: ({ name }) => name,
    },
    ...SCORES.map(
      (score): Column<ListedAssessment> => ({
        key: score,
        label: words[score],
        width: score === "overall_score" ? 190 : 112,
        sort: score,
        cell: ({ latest, before }) =>
          latest ? (
            <ScoreCell {...{ score, latest, before }} />
          ) : (
            score === "overall_score" && <Missing title={t`Never assessed`} />
          ),
        text: ({ latest }) => String(latest?.[score] ?? ""),
      }),
    ),
    {
      key: "assessment_date",
      label: t`Assessed`,
      width: 108,
      sort: "assessment_date",
      cell: ({ latest }) => latest && <span className="num c2">{day(latest.assessment_date)}</span>,
      text: ({ latest }) => latest?.assessment_date ?? "",
    },
  ];
  return fitting(columns, isPhone, ["name", "overall_score"]);
}
