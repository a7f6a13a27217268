/** Scenarios side by side: figures with their difference to the base, names of new and retired applications, and scores. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useCommands } from "../../commands/command";
import { NO_FILTER } from "../../filters/condition";
import { Link } from "../../navigation/link";
import { PrintFoot, PrintHead } from "../../reports/print";
import { scenariosQuery } from "../../scenarios/queries";
import { settingsQuery, useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { ExportMenu } from "../../ui/export-menu";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../reports/reports.css";
import "../../scenarios/scenarios.css";
import "./weighing.css";
import { Board } from "./board";
import { AddScenario, Choosing } from "./choosing";
import { weighing as page } from "./page";
import { type Criterion, choiceIn, textOf, type Weights, weighingFile, weighingQuery } from "./queries";
import { criterionWords } from "./rows";

/** The weight of each criterion that is weighed at first. */
const MIDDLE = 5;

/** Gives the weights that are set at first: of what everybody asks about, and one sees. */
function useFirstWeights(): Weights {
  const seesCosts = useMay("costs.view");
  const seesRisks = useMay("risks.view");
  const criteria: Criterion[] = [
    ...(seesCosts ? (["costs_of_years"] as const) : []),
    "capability_coverage",
    ...(seesRisks ? (["risks"] as const) : []),
    "applications_ending",
  ];
  return new Map(criteria.map((criterion) => [criterion, MIDDLE]));
}

export default function WeighingPage() {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const choice = choiceIn(page.useSearch());
  const isPhone = useIsPhone();
  const firstWeights = useFirstWeights();
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const { data: known = [] } = useQuery(scenariosQuery);
  const { data, error, refetch } = useQuery(weighingQuery(choice));
  const { scenarios, weights } = choice;
  const setScenarios = (ids: readonly string[]) => setSearch({ scenarios: ids.join(",") || undefined });
  const add = (id: string) => setScenarios([...scenarios, id]);
  const setWeights = (next: Weights | undefined) => setSearch({ weights: next && textOf(next) }, { replace: true });
  useCommands([
    {
      id: "weighing.weights",
      label: weights ? t`Don't weigh them` : t`Weigh them`,
      keys: ["w"],
      when: () => scenarios.length > 0,
      run: () => setWeights(weights ? undefined : firstWeights),
    },
  ]);
  return (
    <PageFrame
      label={t`Scenarios side by side`}
      title={<AreaTrail area={t`Scenarios`} to="/scenarios">{t`Side by side`}</AreaTrail>}
      actions={
        !isPhone &&
        data && (
          <>
            <Button icon={Printer} onPress={() => window.print()}>{t`Print`}</Button>
            <ExportMenu address={(format) => weighingFile(choice, format)} />
          </>
        )
      }
    >
      <Choosing
        choice={choice}
        known={known}
        setBase={(base) => setSearch({ base })}
        add={add}
        setWeighed={(isWeighed) => setWeights(isWeighed ? firstWeights : undefined)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="report scroll weighing-room" tabIndex={0} aria-label={t`Scenarios side by side`}>
        <PrintHead printed={{ title: t`Scenarios side by side` }} figures={null} />
        {scenarios.length === 0 ? (
          <Nothing>
            <AddScenario offered={known} add={add} />
          </Nothing>
        ) : error && !data ? (
          <Failed error={error} retry={refetch} />
        ) : data ? (
          <Board
            data={data}
            currency={currency}
            weights={weights}
            weigh={(criterion, weight) => setWeights(new Map([...(weights ?? []), [criterion, weight]]))}
            remove={(id) => setScenarios(scenarios.filter((one) => one !== id))}
          />
        ) : (
          <LoadingRows rows={14} />
        )}
        <PrintFoot
          printed={{
            title: t`Scenarios side by side`,
            counting: t`Arrows compare with the base. In each criterion the best has 100 points and the worst 0; the score is their mean by weight.`,
            settings: weightWords(weights),
          }}
          filter={NO_FILTER}
        />
      </section>
    </PageFrame>
  );
}

/** Returns the weights in words, for the paper. */
function weightWords(weights: Weights | undefined): string[] {
  const words = criterionWords();
  return [...(weights ?? [])].map(([criterion, weight]) => `${words[criterion as Criterion] ?? criterion} × ${weight}`);
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <Empty
      title={<Trans>No scenario is chosen</Trans>}
      actions={
        <>
          {children}
          <Link to="/scenarios" className="btn line">
            <Trans>All scenarios</Trans>
          </Link>
        </>
      }
    >
      <Trans>Up to four stand side by side, each figure with its difference to today or to another scenario.</Trans>
    </Empty>
  );
}
