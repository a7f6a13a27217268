/** The figures that shade the cells of the house, and the steps that they fall into. */
import { t } from "@lingui/core/macro";
import { number, shortMoney } from "../../language/format";
import { type Field, optionLabel } from "../../metamodel/fields";
import type { Step } from "../../reports/legend";
import { boundsOf, scale, spans, toneAt } from "../../reports/steps";
import type { Application, Process } from "./tree";

export type LensName = "maturity" | "automation" | "risk" | "applications" | "cost";

/** A figure of a process: in words, and the step that it falls into. */
export type Lens = {
  /** The words of the legend. */
  title: string;
  /** The steps without their counts; `k0`, for nothing, comes last. */
  steps: readonly Omit<Step, "count">[];
  stepOf: (process: Process) => string;
  /** The tone of a cell. */
  toneOf: (process: Process) => string;
  /** The figure of a cell. */
  text: (process: Process) => string;
};

const NOTHING = "k0";

/** The tones of risks that are too high, which are shown as such. */
const RISKS: Record<string, Step["tone"]> = { critical: "bad", high: "warn", medium: "k2", low: "k1" };

/** Returns the lens of a field with options: its steps are the options. */
export function optionLens(field: Field, name: LensName): Lens {
  const options = (field.options ?? []).filter(({ hidden }) => !hidden);
  const toneOf = (key: unknown): Step["tone"] => {
    const at = options.findIndex((option) => option.key === key);
    if (at < 0) return NOTHING;
    return (name === "risk" && RISKS[String(key)]) || toneAt(at, options.length);
  };
  const given = ({ attributes }: Process) => attributes[field.key];
  const isNumbered = name === "maturity";
  const placeOf = (key: unknown) => options.findIndex((option) => option.key === key) + 1;
  return {
    title: isNumbered ? t`Maturity` : name === "risk" ? t`Risk` : t`Automation`,
    steps: [
      ...options.map(({ key }) => ({
        key,
        tone: toneOf(key),
        label: optionLabel(field, key),
      })),
      { key: NOTHING, tone: NOTHING, label: t`not set` },
    ],
    stepOf: (process) => (placeOf(given(process)) > 0 ? String(given(process)) : NOTHING),
    toneOf: (process) => toneOf(given(process)),
    text: (process) => (isNumbered && placeOf(given(process)) > 0 ? number(placeOf(given(process))) : ""),
  };
}

/** Returns a lens of amounts, whose steps are of about the same size. */
function amountLens(
  title: string,
  nothing: string,
  cells: readonly Process[],
  amount: (process: Process) => number,
  words: (value: number) => string,
): Lens {
  const { steps, stepOf } = scale(boundsOf(cells.map(amount)), spans(words));
  const of = (process: Process) => (process.applications.length === 0 ? NOTHING : stepOf(amount(process)));
  return {
    title,
    steps: [...steps, { key: NOTHING, tone: NOTHING, label: nothing }],
    stepOf: of,
    toneOf: of,
    text: (process) => (process.applications.length === 0 ? "" : words(amount(process))),
  };
}

/** Returns the lens of the number of applications. */
export const applicationsLens = (cells: readonly Process[]): Lens =>
  amountLens(t`Applications`, t`no application`, cells, ({ applications }) => applications.length, number);

/** Returns the yearly cost of some applications. @param fields the keys of their costs */
export const costOf = (applications: readonly Application[], fields: readonly string[]): number =>
  applications.reduce(
    (sum, { attributes }) => sum + fields.reduce((own, key) => own + (Number(attributes?.[key]) || 0), 0),
    0,
  );

/** Returns the lens of costs. @param fields the keys of the costs of applications */
export const costLens = (cells: readonly Process[], fields: readonly string[], currency: string): Lens =>
  amountLens(
    t`Annual cost of its applications`,
    t`no application`,
    cells,
    ({ applications }) => costOf(applications, fields),
    (value) => shortMoney(value, currency),
  );

/** Returns how many cells each step has; a step for nothing is left out when no cell has it. */
export const countedSteps = ({ steps, stepOf }: Lens, cells: readonly Process[]): Step[] => {
  const counts = Map.groupBy(cells, stepOf);
  return steps
    .map((step) => ({ ...step, count: counts.get(step.key)?.length ?? 0 }))
    .filter(({ key, count }) => key !== NOTHING || count > 0);
};
