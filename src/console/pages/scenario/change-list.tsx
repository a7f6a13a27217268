/** The changes of a scenario in their order, as sentences, of which some can be selected. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Box } from "../../grid/box";
import { moment } from "../../language/format";
import { takeOut } from "../../scenarios/changes";
import { type Scenario, type ScenarioChange, scenarioChangesQuery } from "../../scenarios/queries";
import { ChangeSentence, useChangeWords } from "../../scenarios/words";
import { enterScenario } from "../../server/scenario";
import { Button, IconButton } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { Status } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";

const COLUMNS = "minmax(0,1fr) max-content max-content 28px";
const WITH_BOX = `24px ${COLUMNS}`;

type ChangeListProps = {
  scenario: Scenario;
  chosen: ReadonlySet<string>;
  /** Selects a change, or no longer; without it none can be selected. */
  choose?: (id: string) => void;
};

/** Shows them; X selects one, ⌫ takes one out. */
export function ChangeList({ scenario, chosen, choose }: ChangeListProps) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(scenarioChangesQuery(scenario.id));
  const changes = data?.pages.flat() ?? [];
  const wordsOf = useChangeWords();
  const mayTakeOut = scenario.may_change && scenario.state === "draft";
  const take = ({ id, is_merged }: ScenarioChange) => {
    if (!mayTakeOut || is_merged) return false;
    void takeOut(scenario, id);
    return true;
  };
  const onKey = (key: string, change: ScenarioChange) => {
    if (key === "backspace" || key === "delete") return take(change);
    if (!choose || change.is_merged || key !== "x") return false;
    choose(change.id);
    return true;
  };
  return (
    <Section title={t`Changes`} count={scenario.changes}>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={4} />}
      {data && changes.length === 0 && <NoChanges scenario={scenario} />}
      {changes.length > 0 && (
        <Rows
          label={t`Changes`}
          items={changes}
          keyOf={({ id }) => id}
          columns={choose ? WITH_BOX : COLUMNS}
          onKey={onKey}
        >
          {(change) => (
            <>
              {choose && (
                <div>
                  {!change.is_merged && (
                    <Box
                      state={chosen.has(change.id)}
                      label={t`Select: ${wordsOf(change)}`}
                      onPress={() => choose(change.id)}
                    />
                  )}
                </div>
              )}
              <div>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on it, X, ⌫ and the arrows */}
                <span className="row-main scenario-sentence" tabIndex={0}>
                  <ChangeSentence change={change} />
                </span>
              </div>
              <div>{change.is_merged && <Status tone="good">{t`Merged`}</Status>}</div>
              <div className="c3 t12 num scenario-when">{moment(change.at)}</div>
              <div>
                {mayTakeOut && !change.is_merged && (
                  <IconButton
                    icon={X}
                    size={14}
                    writes
                    label={t`Take out: ${wordsOf(change)}`}
                    onPress={() => take(change)}
                  />
                )}
              </div>
            </>
          )}
        </Rows>
      )}
      {hasNextPage && (
        <Button onPress={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Section>
  );
}

function NoChanges({ scenario }: { scenario: Scenario }) {
  return (
    <Empty
      title={<Trans>It is as the landscape is</Trans>}
      actions={
        scenario.may_change &&
        scenario.state === "draft" && (
          <Button look="line" onPress={() => enterScenario(scenario)}>
            <Trans>Work in it</Trans>
          </Button>
        )
      }
    >
      <Trans>What you create, change and archive while you work in it is listed here.</Trans>
    </Empty>
  );
}
