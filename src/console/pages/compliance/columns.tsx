/** The columns of findings. */
import { t } from "@lingui/core/macro";
import { OptionsEditor } from "../../cards/editors";
import { correct, decide } from "../../compliance/changes";
import type { Decision, Finding } from "../../compliance/queries";
import {
  decisionWords,
  FindingStatusSign,
  findingStatusWords,
  isGap,
  partsOf,
  SeveritySign,
  sentenceOf,
  severityWords,
} from "../../compliance/words";
import type { Column, EditorProps } from "../../grid/column";
import type { CardType } from "../../metamodel/queries";
import { wordField } from "../../risks/sections";
import { RiskNumber } from "../../risks/signs";
import { numberOf } from "../../risks/words";
import { TypeIcon } from "../../ui/icon";
import { Missing } from "../../ui/signs";
import type { FindingRow } from "./rows";

type Context = {
  types: ReadonlyMap<string, CardType>;
  mayManage: boolean;
  rules: readonly { decision: Decision; next: readonly Decision[] }[];
  /** Begins to accept a finding, which asks for a reason in the peek. */
  open: (id: string) => void;
  isPhone: boolean;
};

/** Shows the name of a regulation, with its title behind it. */
function GroupName({ label }: { label: string }) {
  const { name, title } = partsOf(label);
  return (
    <>
      <b>{name}</b> <span className="c3 t12">{title}</span>
    </>
  );
}

/** Returns a column that shows findings, and nothing in the rows of groups. */
const ofFindings = (
  column: Omit<Column<FindingRow>, "cell" | "text" | "editor"> & {
    show: (finding: Finding) => React.ReactNode;
    write: (finding: Finding) => string;
    edit?: (finding: Finding, props: EditorProps) => React.ReactNode;
  },
): Column<FindingRow> => {
  const { show, write, edit, ...rest } = column;
  return {
    ...rest,
    cell: (row) => row.kind === "finding" && show(row.finding),
    text: (row) => (row.kind === "finding" ? write(row.finding) : ""),
    ...(edit && { editor: (row, props) => (row.kind === "finding" ? edit(row.finding, props) : undefined) }),
  };
};

/** Returns the columns. */
export function findingColumns({ types, mayManage, rules, open, isPhone }: Context): Column<FindingRow>[] {
  const columns: Column<FindingRow>[] = [
    {
      key: "finding",
      label: t`Finding`,
      className: "nm",
      cell: (row) =>
        row.kind === "group" ? (
          <span className="finding-group">
            <GroupName label={row.regulation.label ?? row.regulation.regulation} />
          </span>
        ) : (
          <span className={isGap(row.finding.status) ? "trunc" : "trunc c2"} title={sentenceOf(row.finding)}>
            {sentenceOf(row.finding)}
          </span>
        ),
      text: (row) =>
        row.kind === "group" ? (row.regulation.label ?? row.regulation.regulation) : sentenceOf(row.finding),
    },
    ofFindings({
      key: "card",
      label: t`Card`,
      width: 182,
      sort: "card_name",
      show: ({ card_name: name, card_type: type }) =>
        name ? (
          <>
            <TypeIcon type={types.get(type ?? "")} />
            <span className="trunc">{name}</span>
          </>
        ) : (
          <span className="c2">{t`Landscape`}</span>
        ),
      write: ({ card_name }) => card_name ?? t`Landscape`,
    }),
    ofFindings({
      key: "status",
      label: t`State`,
      width: 132,
      sort: "status",
      show: ({ status }) => <FindingStatusSign status={status} isQuiet />,
      write: ({ status }) => findingStatusWords()[status],
      edit: (finding, { close }) =>
        mayManage ? (
          <OptionsEditor
            label={t`State`}
            field={wordField("status", t`State`, findingStatusWords())}
            value={finding.status}
            save={(status) => void correct(finding, { status: status as Finding["status"] })}
            close={close}
          />
        ) : undefined,
    }),
    ofFindings({
      key: "severity",
      label: t`Severity`,
      width: 104,
      sort: "severity",
      show: ({ severity }) => <SeveritySign severity={severity} />,
      write: ({ severity }) => severityWords()[severity],
      edit: (finding, { close }) =>
        mayManage ? (
          <OptionsEditor
            label={t`Severity`}
            field={wordField("severity", t`Severity`, severityWords())}
            value={finding.severity}
            save={(severity) => void correct(finding, { severity: severity as Finding["severity"] })}
            close={close}
          />
        ) : undefined,
    }),
    ofFindings({
      key: "decision",
      label: t`Decision`,
      width: 122,
      sort: "decision",
      show: ({ decision }) => <span className="trunc c2">{decisionWords()[decision]}</span>,
      write: ({ decision }) => decisionWords()[decision],
      edit: (finding, { close }) => {
        const next = rules.find(({ decision }) => decision === finding.decision)?.next ?? [];
        return mayManage && next.length > 0 ? (
          <OptionsEditor
            label={t`Decision`}
            field={wordField("decision", t`Decision`, decisionWords(), [finding.decision, ...next])}
            value={finding.decision}
            save={(value) => (value === "accepted" ? open(finding.id) : void decide(finding, value as Decision))}
            close={close}
          />
        ) : undefined;
      },
    }),
    ofFindings({
      key: "risk",
      label: t`Risk`,
      width: 52,
      show: ({ risk_reference: reference, status }) =>
        reference ? <RiskNumber reference={reference} /> : isGap(status) && <Missing title={t`No risk`} />,
      write: ({ risk_reference }) => (risk_reference ? numberOf(risk_reference) : ""),
    }),
  ];
  return isPhone ? columns.filter(({ key }) => key === "finding" || key === "status") : columns;
}
