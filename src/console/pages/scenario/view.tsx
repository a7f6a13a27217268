/** A scenario by itself: what it is for, its changes, what is in its way, and the merge. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, PencilRuler, Scale } from "lucide-react";
import { Link } from "../../navigation/link";
import { type Scenario, scenarioQuery } from "../../scenarios/queries";
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
import { Merging } from "./merging";
import { scenario as page } from "./page";

export default function ScenarioPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { data, error, refetch } = useQuery(scenarioQuery(id));
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
      actions={data && <Ways scenario={data} />}
    >
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={12} />}
      {data && (
        <div className="work scenario-page">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className="scenario-main scroll" tabIndex={0} aria-label={data.name}>
            <ScenarioHead scenario={data} />
            {data.is_stale && isOpen(data) && <Following scenario={data} />}
            <ChangeList scenario={data} />
            {data.may_change && isOpen(data) && <Merging key={data.changes} scenario={data} />}
          </section>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <aside className="scenario-side scroll" tabIndex={0} aria-label={t`Facts`}>
            <ScenarioFacts scenario={data} />
          </aside>
        </div>
      )}
      <Foot>
        {data && (
          <span>
            <Plural value={data.changes} one="# change" other="# changes" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["⌫"]}>
          <Trans>take a change out</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

/** Checks whether a scenario still waits for its merge. */
const isOpen = ({ state }: Scenario): boolean => state !== "merged" && state !== "dropped";

/** Shows the ways into the scenario. */
function Ways({ scenario }: { scenario: Scenario }) {
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
