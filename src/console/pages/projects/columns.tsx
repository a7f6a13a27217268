/** The columns of the portfolio. */
import { t } from "@lingui/core/macro";
import { AxisHead } from "../../charts/life-cycle";
import type { TimeAxis } from "../../charts/time-axis";
import { conditionOn, type Filter, type FilterChange, toggledValue } from "../../filters/condition";
import type { Column } from "../../grid/column";
import { type Share, Stack } from "../../grid/spread";
import { month, number } from "../../language/format";
import { fieldOf, optionLabel, subtypeLabel } from "../../metamodel/fields";
import type { CardType } from "../../metamodel/queries";
import { InitiativeBar } from "../../projects/bar";
import { shareSpent, spanOf } from "../../projects/initiatives";
import type { Initiative } from "../../projects/queries";
import { InitiativeStatus, LatestReport, percent, Spent, statusWord } from "../../projects/signs";
import { ASPECTS, aspectWords, healthWords } from "../../projects/words";

export type ProjectRow = { initiative: Initiative; isParent: boolean };

type Context = {
  initiatives: readonly Initiative[];
  type: CardType | undefined;
  filter: Filter;
  onFilter: (change: FilterChange) => void;
  axis: TimeAxis;
  seesCosts: boolean;
  mayEdit: boolean;
  isPhone: boolean;
  isGantt: boolean;
  rowHeight: number;
  /** The room of the grid in px. */
  width: number;
};

/** The widths of the columns behind the axis, in px. */
export const WIDTHS = { status: 104, report: 112, done: 56, budget: 76, spent: 118, life: 172, name: 248 };

const FIELDS = { status: "initiativeStatus", subtype: "subtype" };

/** Returns an amount in few letters, without its currency. */
const short = (value: number) => number(value, { notation: "compact", maximumSignificantDigits: 3 });

/** Returns how often the values of the initiatives are there, those of most first. */
function sharesOf(values: readonly (string | null)[], wordOf: (value: string) => string): Share[] {
  const counts = Map.groupBy(values, (value) => value ?? "");
  return [...counts].map(([key, all]) => ({
    key,
    label: key === "" ? t`None` : wordOf(key),
    count: all.length,
    isQuiet: key === "",
    ...(key === "atRisk" && { tone: "warn" as const }),
    ...(key === "offTrack" && { tone: "bad" as const }),
  }));
}

/** Returns shares in the order of a field's options. */
const inOrder = (shares: readonly Share[], keys: readonly string[]) =>
  shares.toSorted((one, other) => ((keys.indexOf(one.key) + 99) % 99) - ((keys.indexOf(other.key) + 99) % 99));

/** Returns the columns that fit, from left to right. */
export function projectColumns(context: Context): Column<ProjectRow>[] {
  const { initiatives, type, filter, onFilter, axis, seesCosts, mayEdit, isPhone, isGantt, rowHeight, width } = context;
  const choose =
    (field: string) =>
    ({ key }: Share) =>
      key !== "" && onFilter((newest) => toggledValue(newest, field, key));
  const facet = (field: string, values: readonly (string | null)[], wordOf: (value: string) => string) => (
    <Stack
      shares={inOrder(
        sharesOf(values, wordOf),
        field === FIELDS.status
          ? (fieldOf(type, field)?.options ?? []).map(({ key }) => key)
          : (type?.subtypes ?? []).map(({ key }) => key),
      )}
      {...(conditionOn(filter, field) === undefined && { onChoose: choose(field) })}
    />
  );
  const name: Column<ProjectRow> = {
    key: "name",
    label: t`Initiative`,
    sort: "name",
    className: "nm",
    ...(isGantt && !isPhone && { width: WIDTHS.name }),
    spread: facet(
      FIELDS.subtype,
      initiatives.map(({ subtype }) => subtype),
      (value) => subtypeLabel(type, value),
    ),
    cell: ({ initiative, isParent }) => (
      <span className={isParent ? "trunc w2" : "trunc"} title={initiative.name}>
        {initiative.name}
      </span>
    ),
    text: ({ initiative }) => initiative.name,
  };
  const status: Column<ProjectRow> = {
    key: "status",
    label: t`Status`,
    width: isPhone ? 128 : WIDTHS.status,
    sort: "status",
    spread: facet(
      FIELDS.status,
      initiatives.map(({ status: value }) => value),
      (value) => optionLabel(fieldOf(type, FIELDS.status), value),
    ),
    cell: ({ initiative }) => <InitiativeStatus of={initiative} />,
    text: ({ initiative }) => (initiative.status ? statusWord(type, initiative.status) : ""),
  };
  const words = aspectWords();
  const report: Column<ProjectRow> = {
    key: "report",
    label: t`Report`,
    width: WIDTHS.report,
    spread: (
      <span className="shapes t11 c3" aria-hidden>
        {ASPECTS.map((aspect) => (
          <span key={aspect}>{words[aspect]}</span>
        ))}
      </span>
    ),
    cell: ({ initiative }) => <LatestReport of={initiative} />,
    text: ({ initiative: { latest_report: latest } }) =>
      latest ? ASPECTS.map((aspect) => healthWords()[latest[aspect]]).join(" / ") : "",
  };
  const life: Column<ProjectRow> = {
    key: "life",
    label: t`Life cycle`,
    ...(!isGantt && { width: axis.width }),
    sort: "start",
    className: "lcc",
    isFull: true,
    spread: <AxisHead axis={axis} />,
    cell: ({ initiative }) => (
      <InitiativeBar key={initiative.id} of={initiative} axis={axis} height={rowHeight} mayEdit={mayEdit} />
    ),
    text: ({ initiative }) => {
      const span = spanOf(initiative);
      return span ? `${month(span.from)} – ${month(span.to)}` : "";
    },
  };
  const done: Column<ProjectRow> = {
    key: "done",
    label: t`Done`,
    width: WIDTHS.done,
    isFigure: true,
    sort: "done",
    cell: ({ initiative: { completion } }) =>
      typeof completion === "number" && <span className="c2">{percent(completion / 100)}</span>,
    text: ({ initiative: { completion } }) => String(completion ?? ""),
  };
  const budget: Column<ProjectRow> = {
    key: "budget",
    label: t`Budget`,
    width: WIDTHS.budget,
    isFigure: true,
    sort: "budget",
    cell: ({ initiative: { cost_budget: amount } }) => amount !== null && short(amount),
    text: ({ initiative: { cost_budget: amount } }) => String(amount ?? ""),
  };
  const spent: Column<ProjectRow> = {
    key: "spent",
    label: t`Spent`,
    width: WIDTHS.spent,
    sort: "spent",
    spread: (
      <span className="t11 c3 spend-key" aria-hidden>
        <i />
        {t`time gone`}
      </span>
    ),
    cell: ({ initiative }) => <Spent of={initiative} />,
    text: ({ initiative }) => {
      const share = shareSpent(initiative);
      return share === undefined ? "" : percent(share);
    },
  };
  if (isPhone) return [name, { ...status, spread: status.spread }];
  if (isGantt) return [name, ...(width > 720 ? [status] : []), life];
  return [
    name,
    status,
    ...(width > 640 ? [report] : []),
    ...(width > 560 ? [life] : []),
    ...(width > 820 ? [done] : []),
    ...(seesCosts && width > 700 ? [budget] : []),
    ...(seesCosts ? [spent] : []),
  ];
}
