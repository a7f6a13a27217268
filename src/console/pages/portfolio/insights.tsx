/** Insights of a language model into a portfolio, on demand: it is sent counts alone, and its words are marked. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type Insights as Answer, aiStatusQuery, askForInsights, type PortfolioFigures } from "../../ai/queries";
import { Engine } from "../../analysis/engine";
import type { Filter } from "../../filters/condition";
import { textOf } from "../../filters/condition";
import type { Field } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { Side } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import "../../style/analysis.css";
import type { PortfolioItem } from "./queries";
import { scaleOf } from "./subject";

/** The type whose portfolio the model is asked about. */
const APPLICATION = "Application";

/** Returns how many cards have each step of a field, by the step's name. */
function countsOf(items: readonly PortfolioItem[], field: Field, value: (item: PortfolioItem) => unknown) {
  const steps = scaleOf(field).map(({ key, label }) => [label, items.filter((one) => value(one) === key).length]);
  return Object.fromEntries(steps.filter(([, count]) => count !== 0)) as Record<string, number>;
}

type Axes = { x: Field; y: Field; shade: Field };

/** Returns the figures of a portfolio as they are sent: groups of one judgement, parted by the other. */
export function figuresOf(items: readonly PortfolioItem[], { x, y, shade }: Axes, filter: Filter): PortfolioFigures {
  const groups = scaleOf(x).map(({ key, label: name }) => {
    const own = items.filter((one) => one.x === key);
    return { name, count: own.length, breakdown: countsOf(own, y, (one) => one.y) };
  });
  return {
    total_apps: items.length,
    group_by: labelOf(x),
    color_by: labelOf(y),
    groups: groups.filter(({ count }) => count > 0),
    attribute_summary: { [labelOf(shade)]: countsOf(items, shade, (one) => one.color) },
    active_filters: [...filter.conditions.map(textOf), ...(filter.search === "" ? [] : [filter.search])],
  };
}

/** Gives the button that asks, and the panel with what was answered; nothing where the account may not ask. */
export function useInsights(typeKey: string, figures: () => PortfolioFigures) {
  const { data: status } = useQuery(aiStatusQuery);
  const asking = useMutation({ mutationFn: askForInsights });
  const ask = () => asking.mutate(figures());
  if (!status?.portfolio_insights_enabled || typeKey !== APPLICATION) return { button: null, panel: null };
  return {
    button: (
      <Button icon={Sparkles} onPress={ask}>
        <Trans>Insights</Trans>
      </Button>
    ),
    panel: !asking.isIdle && (
      <InsightsPanel answer={asking.data} error={asking.error} retry={ask} close={() => asking.reset()} />
    ),
  };
}

type PanelProps = { answer: Answer | undefined; error: unknown; retry: () => void; close: () => void };

function InsightsPanel({ answer, error, retry, close }: PanelProps) {
  const { t } = useLingui();
  const insights = (answer?.insights ?? []).map((one) =>
    typeof one === "string" ? { title: "", observation: one, recommendation: "" } : one,
  );
  return (
    <Side icon={Sparkles} kind={t`Insights`} label={t`Insights into the portfolio`} close={close}>
      {error ? (
        <Failed error={error} retry={retry} />
      ) : !answer ? (
        <LoadingRows rows={8} />
      ) : (
        <>
          <div className="insight t12 c3">
            <Engine engine={answer.engine} /> <Trans>It was sent counts, and no card.</Trans>
          </div>
          {insights.length === 0 && (
            <p className="insight c2">
              <Trans>The model had nothing to say.</Trans>
            </p>
          )}
          {insights.map(({ title, observation, recommendation }) => (
            <section className="insight" key={`${title} ${observation}`}>
              {title && <h2 className="w2">{title}</h2>}
              <p>{observation}</p>
              {recommendation && <p className="c2">{recommendation}</p>}
            </section>
          ))}
        </>
      )}
    </Side>
  );
}
