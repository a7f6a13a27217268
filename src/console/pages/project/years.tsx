/** Budgets and costs by year and kind, as bars with their figures: pale the budget, dark what was spent, amber without a budget. */
import { Trans, useLingui } from "@lingui/react/macro";
import { number } from "../../language/format";
import { spentWithoutBudget, type YearSum } from "../../projects/money";
import { categoryWords } from "../../projects/words";

/** Returns an amount in few letters, without its currency. */
export const short = (value: number): string => number(value, { notation: "compact", maximumSignificantDigits: 3 });

/** Shows the sums. */
export function Years({ sums }: { sums: readonly YearSum[] }) {
  const { t } = useLingui();
  const words = categoryWords();
  const highest = Math.max(1, ...sums.map(({ budget, spent }) => Math.max(budget, spent)));
  const width = (amount: number) => `${(Math.max(0, amount) / highest) * 100}%`;
  const unplanned = spentWithoutBudget(sums);
  return (
    <>
      <table className="year-sums t12">
        <thead className="c3 t11">
          <tr>
            <th>
              <span className="aloud">{t`Year`}</span>
            </th>
            <th>
              <span className="aloud">{t`Kind`}</span>
            </th>
            <th>
              <span className="aloud">{t`Share`}</span>
            </th>
            <th>{t`Budget`}</th>
            <th>{t`Spent`}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ year, category, budget, spent }, at) => (
            <tr key={`${year} ${category}`}>
              <th className="num">{sums[at - 1]?.year === year ? <span className="aloud">{year}</span> : year}</th>
              <td className="c2">{words[category]}</td>
              <td>
                <span className="year-bar" aria-hidden>
                  <b style={{ width: width(budget) }} />
                  <i className={budget === 0 ? "o" : ""} style={{ width: width(spent) }} />
                </span>
              </td>
              <td className="num">{budget === 0 ? "–" : short(budget)}</td>
              <td className={budget === 0 && spent > 0 ? "num late" : "num"}>{spent === 0 ? "–" : short(spent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unplanned.map(({ year, category, spent }) => (
        <p key={`${year} ${category}`} className="c3 t11">
          <Trans>
            {short(spent)} of {year} were spent without a budget line.
          </Trans>
        </p>
      ))}
    </>
  );
}
