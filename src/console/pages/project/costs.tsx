/** Budgets and costs of an initiative as two grids that are edited in their cells, with their sums. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { money, number } from "../../language/format";
import { spentWithoutBudget, sumsOf } from "../../projects/money";
import { type BudgetLine, budgetsQuery, type CostLine, costsQuery } from "../../projects/queries";
import { choiceColumn, dayColumn, figureColumn, type RecordColumn, textColumn } from "../../projects/record-column";
import { RecordGrid } from "../../projects/record-grid";
import { percent } from "../../projects/signs";
import { categoryWords } from "../../projects/words";
import { settingsQuery } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { Section } from "../../ui/section";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import type { PartProps } from "./reports";
import { Years } from "./years";

/** Years that a budget may be of, as people type them. */
const YEARS = { first: 1900, last: 2999 };

function yearIn(text: string): number | undefined {
  const year = Number(text.trim());
  return Number.isInteger(year) && year >= YEARS.first && year <= YEARS.last ? year : undefined;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

/** Shows the grids; nothing of them for whoever may not see costs. */
export function CostsTab(props: PartProps) {
  const { t } = useLingui();
  if (props.seesCosts) return <Costs {...props} />;
  return (
    <>
      <h1 className="aloud">{t`Costs of ${props.card.name}`}</h1>
      <Empty title={t`You may not see costs`}>
        <Trans>Costs are shown to roles with the right to see them. An administrator can give it.</Trans>
      </Empty>
    </>
  );
}

function Costs({ card, mayManage }: PartProps) {
  const { t } = useLingui();
  const { currency, fiscal_year_start: start } = useSuspenseQuery(settingsQuery).data;
  const budgets = useQuery(budgetsQuery(card.id));
  const costs = useQuery(costsQuery(card.id));
  const kinds = categoryWords();
  const year = new Date().getFullYear();
  const budgetColumns: RecordColumn<BudgetLine>[] = [
    {
      ...figureColumn<BudgetLine>({ key: "fiscal_year", label: t`Year` }, yearIn),
      cell: ({ fiscal_year }) => <span className="num">{fiscal_year}</span>,
      isFigure: false,
    },
    choiceColumn({ key: "category", label: t`Kind`, width: 140 }, kinds),
    figureColumn({ key: "amount", label: t`Budget`, width: 140 }),
  ];
  const costColumns: RecordColumn<CostLine>[] = [
    textColumn({ key: "description", label: t`Spent on` }, <span className="c3">{t`without words`}</span>),
    dayColumn({ key: "date", label: t`Day`, width: 140 }),
    choiceColumn({ key: "category", label: t`Kind`, width: 140 }, kinds),
    figureColumn({ key: "actual", label: t`Spent`, width: 140 }),
  ];
  const planned = sum((budgets.data ?? []).map(({ amount }) => amount));
  const spent = sum((costs.data ?? []).map(({ actual }) => actual));
  const sums = sumsOf(budgets.data ?? [], costs.data ?? [], start);
  const unplanned = sum(spentWithoutBudget(sums).map((one) => one.spent));
  return (
    <>
      <div className="cardwrap">
        <section className="cmain project-money" aria-label={t`Budgets and costs`}>
          <h1 className="aloud">{t`Costs of ${card.name}`}</h1>
          <Lines title={t`Budget`} count={budgets.data?.length} total={money(planned, currency)} query={budgets}>
            {budgets.data && (
              <RecordGrid
                label={t`Budget lines`}
                kind="budgets"
                initiative={card.id}
                records={budgets.data}
                columns={budgetColumns}
                mayEdit={mayManage}
                fresh={{ fiscal_year: year, category: "capex" }}
                offer={t`Another year`}
              />
            )}
          </Lines>
          <Lines title={t`Costs`} count={costs.data?.length} total={money(spent, currency)} query={costs}>
            {costs.data && (
              <RecordGrid
                label={t`Cost lines`}
                kind="costs"
                initiative={card.id}
                records={costs.data}
                columns={costColumns}
                mayEdit={mayManage}
                fresh={{ description: "", category: "capex" }}
                offer={t`Another cost`}
              />
            )}
          </Lines>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <aside className="caside scroll" tabIndex={0} aria-label={t`Cost by year`}>
          <Section title={t`Cost by year`}>
            <Years sums={sums} />
          </Section>
        </aside>
      </div>
      <Foot>
        <span>
          <Trans>
            <b>{money(planned, currency)}</b> budget
          </Trans>
        </span>
        <span>
          <Trans>
            <b>{money(spent, currency)}</b> spent
          </Trans>
          {planned > 0 && ` · ${percent(spent / planned)}`}
        </span>
        {unplanned > 0 && (
          <span className="late">
            <Trans>{money(unplanned, currency)} without a budget line</Trans>
          </span>
        )}
        <span className="sp" />
        {mayManage && (
          <span className="desk-only">
            <KeyHint keys={["e"]}>
              <Trans>edit</Trans>
            </KeyHint>
            <KeyHint keys={["mod+v"]}>
              <Trans>paste</Trans>
            </KeyHint>
            <KeyHint keys={["delete"]}>
              <Trans>delete</Trans>
            </KeyHint>
            <KeyHint keys={["z"]}>
              <Trans>undo</Trans>
            </KeyHint>
          </span>
        )}
      </Foot>
    </>
  );
}

type LinesProps = {
  title: string;
  count: number | undefined;
  total: string;
  query: { error: unknown; data: unknown; refetch: () => unknown };
  children: ReactNode;
};

function Lines({ title, count = 0, total, query, children }: LinesProps) {
  return (
    <section className="money-lines" aria-label={title}>
      <div className="h3 project-head">
        <h2>{title}</h2>
        <span className="n num">
          {number(count)} <Plural value={count} one="line" other="lines" />
        </span>
        <span className="sp" />
        <b className="num">{total}</b>
      </div>
      {query.error && !query.data ? <Failed error={query.error} retry={query.refetch} /> : null}
      {!query.data && !query.error ? <LoadingRows rows={4} /> : null}
      {children}
    </section>
  );
}
