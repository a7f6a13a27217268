/** A scenario by itself: what it is for, its changes, what is in its way, and the merge. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitCompareArrows, PencilRuler, Scale } from "lucide-react";
import { useState } from "react";
import { Link } from "../../navigation/link";
import { type Scenario, scenarioChangesQuery, scenarioQuery } from "../../scenarios/queries";
import { asRefusal } from "../../server/refusal";
import { enterScenario } from "../../server/scenario";
import { useMay } from "../../server/session";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Failed, Gone, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../scenarios/scenarios.css";
import { ChangeList } from "./change-list";
import { ScenarioFacts } from "./facts";
import { Following } from "./following";
import { ScenarioHead } from "./head";
import { Merging, useMerge } from "./merging";
import { scenario as page } from "./page";
import { Planning } from "./planning";
import { ChangeSelection } from "./selection";

export default function ScenarioPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { data, error, refetch } = useQuery(scenarioQuery(id));
  const choice = useChoice(data);
  const title = data?.name ?? t`Scenario`;
  if (error && asRefusal(error).status === 404)
    return (
      <Gone
        heading={t`Scenario`}
        title={<Trans>There is no scenario at this address</Trans>}
        actions={
          <Link to="/scenarios" className="btn line">
            <Trans>All scenarios</Trans>
          </Link>
        }
      />
    );
  return (
    <PageFrame
      label={title}
      title={
        <AreaTrail area={t`Scenarios`} to="/scenarios">
          {title}
        </AreaTrail>
      }
      actions={data && <Verbs scenario={data} />}
    >
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={12} />}
      {data && (
        <div className="work scenario-page">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className="scenario-main scroll" tabIndex={0} aria-label={data.name}>
            <ScenarioHead scenario={data} />
            {data.is_stale && isOpen(data) && <Following scenario={data} />}
            <ChangeList
              scenario={data}
              chosen={choice.chosen}
              {...(data.may_change && isOpen(data) && { choose: choice.choose })}
            />
            {data.may_change && isOpen(data) && <Ways scenario={data} choice={choice} />}
          </section>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <aside className="scenario-side scroll" tabIndex={0} aria-label={t`Facts`}>
            <ScenarioFacts scenario={data} />
          </aside>
        </div>
      )}
      {choice.chosen.size > 0 ? (
        <ChangeSelection
          count={choice.chosen.size}
          isBusy={choice.merging.isBusy}
          all={choice.chooseAll}
          clear={choice.clear}
          merge={() => {
            choice.plan(false);
            choice.merging.rehearse([...choice.chosen]);
          }}
          plan={() => choice.plan(true)}
        />
      ) : (
        <Foot>
          {data && (
            <span>
              <Plural value={data.changes} one="# change" other="# changes" />
            </span>
          )}
          <span className="sp" />
          {data?.may_change && isOpen(data) && (
            <KeyHint keys={["x"]}>
              <Trans>select a change</Trans>
            </KeyHint>
          )}
          <KeyHint keys={["⌫"]}>
            <Trans>take a change out</Trans>
          </KeyHint>
        </Foot>
      )}
    </PageFrame>
  );
}

/** Checks whether a scenario still waits for its merge. */
const isOpen = ({ state }: Scenario): boolean => state !== "merged" && state !== "dropped";

type ChangeChoice = ReturnType<typeof useChoice>;

/** Gives the changes that are selected, and what is being done with them. */
function useChoice(scenario: Scenario | undefined) {
  const { id } = page.useParams();
  const { data } = useInfiniteQuery(scenarioChangesQuery(id));
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isPlanning, plan] = useState(false);
  const open = (data?.pages.flat() ?? []).flatMap((change) => (change.is_merged ? [] : change.id));
  // A change that was merged or taken out meanwhile isn't selected any more.
  const chosen = new Set(open.filter((one) => selected.has(one)));
  const clear = () => {
    select(new Set());
    plan(false);
    merging.leave();
  };
  const merging = useMerge(scenario, clear);
  const choose = (one: string) => {
    const next = new Set(chosen);
    if (!next.delete(one)) next.add(one);
    select(next);
    merging.leave();
  };
  return { chosen, choose, chooseAll: () => select(new Set(open)), clear, isPlanning, plan, merging };
}

/** Shows how the changes become part of the landscape: at once, or with dates. */
function Ways({ scenario, choice }: { scenario: Scenario; choice: ChangeChoice }) {
  const { chosen, isPlanning, plan, clear, merging } = choice;
  if (isPlanning && chosen.size > 0)
    return <Planning scenario={scenario} changes={[...chosen]} close={() => plan(false)} onDone={clear} />;
  return <Merging scenario={scenario} merging={merging} />;
}

/** Shows the ways into the scenario. */
function Verbs({ scenario }: { scenario: Scenario }) {
  const seesReports = useMay("reports.ea_dashboard");
  return (
    <>
      <Link to="/compare" search={{ to: `scenario:${scenario.id}` }} className="btn">
        <Icon of={GitCompareArrows} size={14} />
        <Trans>Compare with its base</Trans>
      </Link>
      {seesReports && (
        <Link to="/scenarios/compare" search={{ scenarios: scenario.id }} className="btn">
          <Icon of={Scale} size={14} />
          <Trans>Side by side</Trans>
        </Link>
      )}
      <Button look="pri" icon={PencilRuler} writes={false} onPress={() => enterScenario(scenario)}>
        <Trans>Work in it</Trans>
      </Button>
    </>
  );
}
