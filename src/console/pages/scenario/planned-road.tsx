/** The road to a scenario: what an initiative plans, and what stays in the scenario, as sentences. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useHistoryWords } from "../../cards/history-words";
import { day } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { scenarioChangesQuery } from "../../scenarios/queries";
import { useChangeWords } from "../../scenarios/words";
import type { Schemas } from "../../server/client";

type Initiative = Schemas["ScenarioInitiativesResult"]["initiatives"][number];
type PlannedCard = Initiative["cards"][number];
type StayingChange = Initiative["staying"][number];

/** Shows both. */
export function PlannedRoad({ scenarioId, initiative }: { scenarioId: string; initiative: Initiative }) {
  const { t } = useLingui();
  const { cards, staying } = initiative;
  const { data } = useInfiniteQuery(scenarioChangesQuery(scenarioId));
  const changes = new Map((data?.pages.flat() ?? []).map((change) => [change.id, change]));
  const wordsOf = useChangeWords();
  const words = (one: StayingChange) => {
    const change = changes.get(one.change_id);
    return change ? wordsOf(change) : one.sentence;
  };
  return (
    <>
      {cards.length > 0 && (
        <ul className="scenario-road" aria-label={t`What is planned`}>
          {cards.map((card) => (
            <li key={card.card_id}>
              <CardSentence card={card} />
            </li>
          ))}
        </ul>
      )}
      {staying.length > 0 && (
        <>
          <h3 className="t12 w2 scenario-staying">{t`What stays in the scenario`}</h3>
          <ul className="scenario-road" aria-label={t`What stays in the scenario`}>
            {staying.map((one) => (
              <li key={one.change_id}>
                {words(one)} <span className="c3">– {<ReasonOf change={one} />}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Shows what becomes of a card, and that the initiative gets no relation to it where it gets none. */
function CardSentence({ card }: { card: PlannedCard }) {
  const types = useTypes();
  const type = types.get(card.type);
  return (
    <>
      <Outcome card={card} />
      {card.relation_type === null && (
        <span className="c3">
          {" "}
          – <Trans>no relation leads from an initiative to {type ? labelOf(type) : card.type}</Trans>
        </span>
      )}
    </>
  );
}

const PHASES = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"];

function Outcome({ card: { name, outcome, lifecycle, is_given } }: { card: PlannedCard }) {
  const { labelFor } = useHistoryWords();
  const dayOf = (phase: string) => day(String(lifecycle?.[phase]));
  if (outcome === "affected")
    return (
      <Trans>
        <b>{name}</b> is concerned, and keeps its dates
      </Trans>
    );
  if (is_given) {
    const dates = PHASES.filter((phase) => lifecycle?.[phase])
      .map((phase) => `${labelFor(phase)} ${dayOf(phase)}`)
      .join(", ");
    return (
      <Trans>
        <b>{name}</b> has the dates that the scenario gave: {dates}
      </Trans>
    );
  }
  if (outcome === "added")
    return (
      <Trans>
        <b>{name}</b> comes: phased in from {dayOf("phaseIn")}, active from {dayOf("active")}
      </Trans>
    );
  return (
    <Trans>
      <b>{name}</b> goes: phased out from {dayOf("phaseOut")}, gone from {dayOf("endOfLife")}
    </Trans>
  );
}

/** Shows why a change stays. */
function ReasonOf({ change: { reason, names, fields } }: { change: StayingChange }) {
  const { labelFor } = useHistoryWords();
  const [named] = names;
  if (reason === "fields") {
    const listed = fields.map((field) => labelFor(field.replace(/^attributes\./, ""))).join(", ");
    return (
      <Trans>
        {named} stands today, and this has no date: {listed}
      </Trans>
    );
  }
  if (reason === "relation") return <Trans>both cards stand today, and a relation has no date</Trans>;
  if (reason === "part") return <Trans>{named} stands today, and this part of it has no date</Trans>;
  if (reason === "elsewhere") return <Trans>it is about no card with a life cycle</Trans>;
  return <Trans>it retires cards and does something else at once</Trans>;
}
