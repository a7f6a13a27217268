/** The name and the question of a scenario, edited in their places. */
import { Trans, useLingui } from "@lingui/react/macro";
import { updateScenario } from "../../scenarios/changes";
import type { Scenario } from "../../scenarios/queries";
import { EditedText } from "../../ui/edited-text";

/** Shows them. */
export function ScenarioHead({ scenario }: { scenario: Scenario }) {
  const { t } = useLingui();
  const { name, question, may_change, state } = scenario;
  const mayEdit = may_change && state !== "merged";
  return (
    <div className="pad">
      <h2 className="t20">
        <EditedText
          label={t`Name`}
          value={name}
          mayEdit={mayEdit}
          save={(text) => void updateScenario(scenario, { name: text }, t`The scenario is called ${text}`)}
        >
          {name}
        </EditedText>
      </h2>
      {(question || mayEdit) && (
        <div className="c2 scenario-question">
          <EditedText
            label={t`Question`}
            value={question ?? ""}
            mayEdit={mayEdit}
            isLong
            save={(text) =>
              void updateScenario(scenario, { question: text || null }, t`The question of ${name} changed`)
            }
          >
            {question || (
              <span className="c3">
                <Trans>Say what it is to answer</Trans>
              </span>
            )}
          </EditedText>
        </div>
      )}
    </div>
  );
}
