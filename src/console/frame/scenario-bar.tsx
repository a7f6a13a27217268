/** The bar above each page while one works in a scenario. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LogOut, Split } from "lucide-react";
import { Link } from "../navigation/link";
import { scenarioQuery } from "../scenarios/queries";
import { stateWords } from "../scenarios/words";
import { type EnteredScenario, enteredScenario, leaveScenario } from "../server/scenario";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";

/** Shows the scenario, and the ways to its changes and out of it; nothing in the landscape itself. */
export const ScenarioBar = () => enteredScenario && <Bar {...enteredScenario} />;

function Bar({ id, name }: EnteredScenario) {
  const { t } = useLingui();
  const { data } = useQuery(scenarioQuery(id));
  return (
    <section className="scenario-bar" aria-label={t`Scenario`}>
      <Icon of={Split} size={14} />
      <span className="trunc">
        <Trans>
          Scenario · <b>{data?.name ?? name}</b>
        </Trans>
      </span>
      {data && data.state !== "draft" && <span className="c2 trunc">{stateWords()[data.state]}</span>}
      <span className="sp" />
      <Link to="/scenarios/$id" params={{ id }} className="lk">
        <Trans>changes</Trans>
      </Link>
      <Button icon={LogOut} writes={false} onPress={() => leaveScenario(`/scenarios/${id}`)}>
        <Trans>Leave</Trans>
      </Button>
    </section>
  );
}
