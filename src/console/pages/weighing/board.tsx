/** The table: a column for the base and for each scenario, a row for each figure. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { day, number } from "../../language/format";
import { Link } from "../../navigation/link";
import { StaleSign, StateSign } from "../../scenarios/words";
import { IconButton } from "../../ui/button";
import { DifferenceOf, NamesOf, ScoreOf, WeightOf } from "./cells";
import type { ComparedScenario, ScenarioComparison, Weights } from "./queries";
import { type FigureRow, type RowGroup, rowGroups } from "./rows";

type BoardProps = {
  data: ScenarioComparison;
  currency: string;
  /** The weights, if they are shown. */
  weights: Weights | undefined;
  weigh: (criterion: string, weight: number) => void;
  remove: (id: string) => void;
};

/** Shows the table. */
export function Board({ data, currency, weights, weigh, remove }: BoardProps) {
  const { t } = useLingui();
  const columns = data.scenarios.length + (weights ? 3 : 2);
  return (
    <table className="weighing" aria-label={t`Scenarios side by side`}>
      <thead>
        <tr>
          <td />
          {weights && <th scope="col">{t`Weight`}</th>}
          <th scope="col">
            <b>{data.base.name ?? t`Today`}</b>
            <span className="c3 t12">{t`Base`}</span>
          </th>
          {data.scenarios.map((scenario) => (
            <ScenarioHead key={scenario.id} scenario={scenario} remove={() => remove(scenario.id)} />
          ))}
        </tr>
      </thead>
      {weights && <Scores data={data} />}
      {rowGroups(data, currency).map((group) => (
        <GroupOf key={group.key} group={group} columns={columns} weights={weights} weigh={weigh}>
          {group.key === "applications" && (
            <>
              <NameRow label={t`New applications`} list="new_applications" data={data} weights={weights} />
              <NameRow label={t`Retired applications`} list="retired_applications" data={data} weights={weights} />
            </>
          )}
          {group.key === "projects" && (
            <NameRow label={t`New projects`} list="new_initiatives" data={data} weights={weights} />
          )}
        </GroupOf>
      ))}
    </table>
  );
}

/** Shows the name of a scenario, its state, and the way to take it out of the comparison. */
function ScenarioHead({ scenario, remove }: { scenario: ComparedScenario; remove: () => void }) {
  const { t } = useLingui();
  const { id, name, state, is_stale, target_date } = scenario;
  return (
    <th scope="col">
      <span className="weighing-head">
        <Link to="/scenarios/$id" params={{ id }} className="lk">
          {name}
        </Link>
        <IconButton icon={X} size={14} label={t`Leave ${name} out`} onPress={remove} />
      </span>
      <span className="weighing-facts t12">
        <StateSign state={state} />
        <StaleSign isStale={is_stale && state !== "merged" && state !== "dropped"} />
        {target_date && <span className="c3 num">{day(target_date)}</span>}
      </span>
    </th>
  );
}

const scoreText = (score: number) => number(score, { maximumFractionDigits: 0 });

/** Shows the scores of the base and of the scenarios. */
function Scores({ data }: { data: ScenarioComparison }) {
  const scores = [data.base.score, ...data.scenarios.map(({ score }) => score)];
  const known = scores.filter((score) => score !== null);
  const best = Math.max(...known);
  const isContest = new Set(known).size > 1;
  return (
    <tbody>
      <tr className="weighing-scores">
        <th scope="row">
          <Trans>Score, of 100</Trans>
        </th>
        <td />
        {[data.base, ...data.scenarios].map((one, at) => (
          <td key={"id" in one ? one.id : at}>
            <ScoreOf score={one.score} isBest={isContest && one.score === best} text={scoreText} />
          </td>
        ))}
      </tr>
    </tbody>
  );
}

type GroupProps = Pick<BoardProps, "weights" | "weigh"> & {
  group: RowGroup;
  columns: number;
  children: ReactNode;
};

/** Shows the rows of a group below its name. */
function GroupOf({ group, columns, weights, weigh, children }: GroupProps) {
  return (
    <tbody>
      <tr className="weighing-group">
        <th scope="rowgroup" colSpan={columns}>
          {group.label}
        </th>
      </tr>
      {group.rows.map((row) => (
        <FigureLine key={row.key} row={row} weights={weights} weigh={weigh} />
      ))}
      {children}
    </tbody>
  );
}

/** Shows a figure in each state, with its difference to the base. */
function FigureLine({ row, weights, weigh }: Pick<BoardProps, "weights" | "weigh"> & { row: FigureRow }) {
  const { label, criterion, base, values, better, text } = row;
  return (
    <tr>
      <th scope="row">{label}</th>
      {weights && (
        <td>
          {criterion && (
            <WeightOf
              name={label}
              weight={weights.get(criterion) ?? 0}
              onChange={(weight) => weigh(criterion, weight)}
            />
          )}
        </td>
      )}
      <td className="num">{text(base)}</td>
      {values.map(({ value, difference }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other name here
        <td key={at}>
          <span className="weighing-value">
            <span className="num">{text(value)}</span>
            <DifferenceOf difference={difference} better={better} text={text} />
          </span>
        </td>
      ))}
    </tr>
  );
}

type NameRowProps = {
  label: string;
  list: "new_applications" | "retired_applications" | "new_initiatives";
  data: ScenarioComparison;
  weights: Weights | undefined;
};

/** Shows the names of cards that a scenario has more, or lacks; nothing when none of them has any. */
function NameRow({ label, list, data, weights }: NameRowProps) {
  if (data.scenarios.every((scenario) => !scenario[list]?.total)) return null;
  return (
    <tr>
      <th scope="row">{label}</th>
      {weights && <td />}
      <td />
      {data.scenarios.map((scenario) => {
        const cards = scenario[list];
        return <td key={scenario.id}>{cards && <NamesOf scenario={scenario} cards={cards} />}</td>;
      })}
    </tr>
  );
}
