/** The columns of a grid of cards, made from what can be listed. */
import { t } from "@lingui/core/macro";
import { AxisHead, LifeCycleBar } from "../charts/life-cycle";
import type { TimeAxis } from "../charts/time-axis";
import type { Column } from "../grid/column";
import { Histogram, type Share, Stack, type Step } from "../grid/spread";
import { day, number } from "../language/format";
import { optionLabel, stepOf, toneOf } from "../metamodel/fields";
import type { CardType } from "../metamodel/queries";
import type { Schemas } from "../server/client";
import { TypeIcon } from "../ui/icon";
import { Quality, qualityMark } from "../ui/signs";
import { ApprovalCell, AttributeValue, CardsCell, NameCell, OptionValue, PeopleCell, typeLabel } from "./cells";
import { attributeOf, nameOf } from "./edited-field";
import type { ListedCard } from "./list";
import type { ListedField } from "./listed-fields";
import { ArrivalMark, CellEditor, LiveCell } from "./live-cell";

/** The facts that the columns of a list need. */
export type ColumnContext = {
  types: ReadonlyMap<string, CardType>;
  axis: TimeAxis;
  rowHeight: number;
  /** True where words give way to their shapes, as the styles have it. */
  isNarrow: boolean;
  mayEdit: boolean;
  summary: Schemas["CardList"] | undefined;
  /** The widths of columns by name, in px, as far as they were given one. */
  widths?: ReadonlyMap<string, number>;
  /** Limits the list to a value, or to a span. */
  onValue: (field: ListedField, value: string) => void;
  onSpan: (field: ListedField, from: string, to: string) => void;
};

const WIDTHS: Record<ListedField["kind"], number> = {
  options: 130,
  number: 84,
  cost: 94,
  day: 100,
  text: 160,
  boolean: 84,
  cards: 190,
  people: 120,
  tags: 140,
  life: 156,
  quality: 84,
};

/** The width of a column of judgements, which have a shape before their word. */
const JUDGED = 150;

/** The width of a column of which only the shapes or the figures are left. */
const NARROW = 56;

/** Returns the width of a column in px. */
function widthOf({ name, kind, field }: ListedField, { axis, isNarrow, widths }: ColumnContext): number {
  if (kind === "life") return axis.width;
  const given = widths?.get(name);
  if (given !== undefined) return given;
  const isShape =
    kind === "quality" || (field !== undefined && stepOf(field, field.options?.[0]?.key ?? "") !== undefined);
  if (isNarrow && isShape) return NARROW;
  return field?.options?.some(({ key }) => toneOf(field, key) !== undefined) ? JUDGED : WIDTHS[kind];
}

/** Most values of a facet that a head shows. */
const MAX_SHARES = 8;

/** Returns the shares of a facet, the most frequent first, those without a value last. */
function sharesOf(
  field: ListedField,
  facet: readonly { value: string | number | null; count: number; label?: string | null }[],
): Share[] {
  const label = (value: string) =>
    field.values?.find((one) => one.value === value)?.label ?? (field.field ? optionLabel(field.field, value) : value);
  const shares = facet.map(({ value, count, label: name }) => ({
    key: value === null ? "" : String(value),
    label: value === null ? t`None` : (name ?? label(String(value))),
    count,
    isQuiet: value === null,
  }));
  const filled = shares.filter(({ isQuiet }) => !isQuiet);
  return [...filled.slice(0, MAX_SHARES), ...shares.filter(({ isQuiet }) => isQuiet)];
}

/** Returns the spread of the values of a column over the whole list. */
function spreadOf(field: ListedField, { summary, onValue, onSpan }: ColumnContext) {
  const facet = field.facet && field.kind !== "life" ? summary?.facets?.[field.facet] : undefined;
  if (facet) return <Stack shares={sharesOf(field, facet)} onChoose={({ key }) => onValue(field, key)} />;
  const histogram = field.histogram
    ? (summary?.histograms?.[field.name] ?? summary?.histograms?.[field.histogram])
    : undefined;
  if (!histogram || histogram.buckets.length === 0) return <span />;
  const steps = histogram.buckets.map((bucket): Step => ({ ...bucket, ...markOf(field, bucket.from) }));
  return <Histogram steps={steps} onChoose={({ from, to }) => onSpan(field, String(from), String(to))} />;
}

function markOf({ kind }: ListedField, from: number | string): Pick<Step, "mark"> {
  return kind === "quality" ? { mark: qualityMark(Number(from)) || "d" } : {};
}

/** The head of the names shows the subtypes, which stand in that column. */
const SUBTYPES = { name: "subtype", label: "", kind: "options", condition: "subtype", facet: "subtype" } as const;

/** Returns the first column: the name. */
const nameColumn = (context: ColumnContext, total: number): Column<ListedCard> => ({
  key: "name",
  label: total > 0 ? `${t`Name`} ${number(total)}` : t`Name`,
  sort: "name",
  className: "nm",
  spread: spreadOf(SUBTYPES, context),
  cell: (card) => (
    <>
      <LiveCell edited={nameOf(card)} card={card}>
        <NameCell card={card} type={context.types.get(card.type)} />
      </LiveCell>
      <ArrivalMark id={card.id} />
    </>
  ),
  text: ({ name }) => name,
  editor: (card, { close }) =>
    context.mayEdit ? <CellEditor edited={nameOf(card)} card={card} close={close} /> : undefined,
});

const list = (values: readonly string[]) => values.join("; ");

/** Returns the value of a column as text, for the clipboard and for comparing. */
export function textOfCell(card: ListedCard, { name, kind, field }: ListedField): string {
  const [prefix, key = ""] = [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)];
  if (prefix === "attributes") {
    const value = card.attributes?.[key];
    if (value === undefined || value === null) return "";
    if (kind === "options" && field) return list([value].flat().map((one) => optionLabel(field, String(one))));
    return String(value);
  }
  if (prefix === "relation" || prefix === "reverse")
    return list((card.relations?.[name]?.items ?? []).map((one) => one.name));
  if (prefix === "lifecycle") return String(card.lifecycle?.[key] ?? "");
  if (name === "stakeholder") return list(card.stakeholders.map((one) => one.user_display_name ?? ""));
  if (prefix === "stakeholder")
    return list((card.stakeholders_by_role?.[key] ?? []).map((one) => one.user_display_name ?? ""));
  if (prefix === "tag") return list((card.tags_by_group?.[key] ?? []).map((one) => one.name));
  if (name === "parent") return card.parent?.name ?? "";
  if (name === "lifecycle")
    return Object.entries(card.lifecycle ?? {})
      .map(([phase, date]) => `${phase} ${date}`)
      .join("; ");
  const value = card[name as keyof ListedCard];
  return value === undefined || value === null ? "" : String(value);
}

function cellOf(field: ListedField, context: ColumnContext): (card: ListedCard) => React.ReactNode {
  const { name, kind, label } = field;
  const key = name.slice(name.indexOf(".") + 1);
  const metamodelField = field.field;
  if (kind === "life")
    return (card) =>
      card.lifecycle && <LifeCycleBar life={card.lifecycle} axis={context.axis} height={context.rowHeight} />;
  if (kind === "quality") return ({ data_quality }) => <Quality value={data_quality} />;
  if (metamodelField && kind === "options" && metamodelField.type === "single_select")
    return ({ attributes }) => {
      const value = attributes?.[key];
      return value ? (
        <OptionValue field={metamodelField} value={String(value)} isShort />
      ) : (
        <span className="c3">–</span>
      );
    };
  if (metamodelField && kind === "cost")
    return ({ attributes }) =>
      typeof attributes?.[key] === "number" ? number(attributes[key]) : <span className="c3">–</span>;
  if (metamodelField) return ({ attributes }) => <AttributeValue field={metamodelField} value={attributes?.[key]} />;
  if (name === "stakeholder") return ({ stakeholders }) => <PeopleCell people={stakeholders} role={label} />;
  if (kind === "people") return (card) => <PeopleCell people={card.stakeholders_by_role?.[key] ?? []} role={label} />;
  if (kind === "tags") return (card) => <span className="trunc c2">{textOfCell(card, field) || "–"}</span>;
  if (name === "parent") return ({ parent }) => <CardsCell items={parent ? [parent] : []} total={parent ? 1 : 0} />;
  if (kind === "cards")
    return (card) => (
      <CardsCell items={card.relations?.[name]?.items ?? []} total={card.relations?.[name]?.total ?? 0} />
    );
  if (name === "approval_status") return ({ approval_status }) => <ApprovalCell approval={approval_status} />;
  if (name === "type")
    return (card) => (
      <>
        <TypeIcon type={context.types.get(card.type)} />
        <span className="trunc c2">{typeLabel(context.types.get(card.type), card.type)}</span>
      </>
    );
  if (kind === "day")
    return (card) => {
      const text = textOfCell(card, field);
      return text && <span className="num c2">{day(text)}</span>;
    };
  if (name === "subtype")
    return (card) => (
      <span className="trunc c2">
        {context.types.get(card.type)?.subtypes.find((one) => one.key === card.subtype)?.label ?? "–"}
      </span>
    );
  return (card) => <span className="trunc c2">{textOfCell(card, field)}</span>;
}

function editorOf(field: ListedField, { mayEdit }: ColumnContext): Column<ListedCard>["editor"] {
  const { field: of } = field;
  if (!mayEdit || !of || of.readonly) return undefined;
  return (card, { close }) => <CellEditor edited={attributeOf(card, of)} card={card} close={close} />;
}

/** Returns a cell that also shows a value of it that isn't saved. */
function liveCell({ field }: ListedField, cell: (card: ListedCard) => React.ReactNode): typeof cell {
  if (!field || field.readonly) return cell;
  return (card) => (
    <LiveCell edited={attributeOf(card, field)} card={card}>
      {cell(card)}
    </LiveCell>
  );
}

function columnOf(field: ListedField, context: ColumnContext): Column<ListedCard> {
  const isLife = field.kind === "life";
  const isFigure = field.kind === "number" || field.kind === "cost" || field.kind === "quality";
  return {
    key: field.name,
    label: field.label,
    width: widthOf(field, context),
    isFigure: isFigure && field.kind !== "quality",
    ...(field.sort !== undefined && { sort: field.sort }),
    spread: isLife ? <AxisHead axis={context.axis} /> : spreadOf(field, context),
    className: isLife ? "lcc" : field.kind === "quality" ? "quality-cell" : "",
    isFull: isLife,
    cell: liveCell(field, cellOf(field, context)),
    text: (card) => textOfCell(card, field),
    editor: editorOf(field, context),
  };
}

/** Returns the columns of a list of cards. @param total the number of cards of the list */
export const cardColumns = (
  fields: readonly ListedField[],
  context: ColumnContext,
  total: number,
): Column<ListedCard>[] => [nameColumn(context, total), ...fields.map((field) => columnOf(field, context))];

/** Returns the names that a list must ask for to fill columns. */
export const neededFields = (fields: readonly ListedField[]): string[] =>
  fields
    .map(({ name }) => name)
    .filter((name) => name.includes(".") || name === "parent")
    .map((name) => name.replace(/^stakeholder\..*/, "stakeholders").replace(/^tag\..*/, "tags"));
