/** A scenario follows the landscape: its changes are made again over what is there now, and what doesn't fit is decided. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { moment } from "../../language/format";
import { type Decision, followLandscape } from "../../scenarios/changes";
import { obstaclesQuery, type Scenario } from "../../scenarios/queries";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";
import { Failed } from "../../ui/states";
import { Obstacles } from "./obstacles";

/** Shows that the landscape has changed, and what to do about it. */
export function Following({ scenario }: { scenario: Scenario }) {
  const { t } = useLingui();
  const [isAsked, ask] = useState(false);
  const [isFollowing, setFollowing] = useState(false);
  const [decided, decide] = useState<ReadonlyMap<string, Decision>>(new Map());
  const {
    data: obstacles,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...obstaclesQuery(scenario),
    enabled: isAsked,
    staleTime: Infinity,
  });
  const mayFollow = scenario.may_change && scenario.state === "draft";
  const open = obstacles?.filter(({ change_id }) => !decided.has(change_id)).length ?? 0;
  const follow = async () => {
    setFollowing(true);
    await followLandscape(scenario, decided);
    setFollowing(false);
  };
  return (
    <section className="sec scenario-following" aria-label={t`What the landscape has changed`}>
      <div className="scenario-line" role="status">
        <Status tone="warn">
          <Trans>The landscape has changed since {moment(scenario.base_at)}</Trans>
        </Status>
        {obstacles && (
          <span className="c2">
            {obstacles.length === 0 ? (
              <Trans>everything fits</Trans>
            ) : open === 0 ? (
              <Trans>everything is decided</Trans>
            ) : (
              <Plural value={open} one="# change doesn't fit" other="# changes don't fit" />
            )}
          </span>
        )}
        <span className="sp" />
        {!obstacles && (
          <Button icon={TriangleAlert} isDisabled={isFetching} onPress={() => ask(true)}>
            <Trans>What doesn't fit?</Trans>
          </Button>
        )}
        {mayFollow && (
          <Button look="line" writes isDisabled={isFollowing || open > 0} onPress={() => void follow()}>
            {isFollowing ? <Trans>Following…</Trans> : <Trans>Follow it</Trans>}
          </Button>
        )}
      </div>
      {error && !obstacles && <Failed error={error} retry={refetch} />}
      {obstacles && obstacles.length > 0 && (
        <Obstacles
          scenarioId={scenario.id}
          obstacles={obstacles}
          decided={decided}
          {...(mayFollow && {
            decide: (id: string, decision: Decision) => decide((before) => new Map([...before, [id, decision]])),
          })}
        />
      )}
    </section>
  );
}
