/** The people whom a survey asks, with how much each has answered. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Schemas } from "../../server/client";
import { Progress } from "../../surveys/words";
import { Avatar } from "../../ui/avatar";

type Response = Schemas["SurveyResponse"];

export type Person = { id: string; name: string; done: number; total: number };

/** Returns the people of responses: those with the most to answer first. */
export function peopleOf(responses: readonly Response[]): Person[] {
  const byId = Map.groupBy(responses, ({ user_id }) => user_id);
  return [...byId]
    .map(([id, list]) => ({
      id,
      name: list[0]?.user_display_name ?? "–",
      done: list.filter(({ status }) => status === "completed").length,
      total: list.length,
    }))
    .toSorted((one, other) => other.total - other.done - (one.total - one.done) || one.name.localeCompare(other.name));
}

type ListProps = { people: readonly Person[]; chosen: string | undefined; choose: (id: string) => void };

/** Shows the people; a press limits the list to one of them. */
export function PeopleList({ people, chosen, choose }: ListProps) {
  const { t } = useLingui();
  return (
    <aside className="survey-people" aria-label={t`People`}>
      <div className="lh">
        <b>
          <Trans>People</Trans>
        </b>
        <span className="n num">{people.length}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`People`}>
        {people.map(({ id, name, done, total }) => (
          <button
            key={id}
            type="button"
            className={id === chosen ? "survey-person on" : "survey-person"}
            aria-pressed={id === chosen}
            onClick={() => choose(id)}
          >
            <Avatar name={name} />
            <span className="trunc">{name}</span>
            <span className="sp" />
            <Progress done={done} total={total} />
          </button>
        ))}
      </section>
    </aside>
  );
}
