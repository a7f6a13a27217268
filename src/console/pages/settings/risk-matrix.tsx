/** The matrix of risks: which steps are in use, and which level follows from which probability and impact. */
import { t as text } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button as AriaButton } from "react-aria-components";
import { number } from "../../language/format";
import { type Impact, type Level, type Probability, type RiskMatrix, riskMatrixQuery } from "../../risks/queries";
import { LevelSign } from "../../risks/signs";
import { choicesOf, impactWords, levelWords, probabilityWords } from "../../risks/words";
import { shown, tryChange } from "../../server/changes";
import { api } from "../../server/client";
import { Button } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Menu } from "../../ui/menu";
import { Popup } from "../../ui/popup";
import { Failed } from "../../ui/states";
import "../../style/risks.css";
import { Subject } from "../../ui/subject";
import { SettingRow } from "./subject";

const send = (matrix: RiskMatrix) => api.PATCH("/api/v1/settings/risk-matrix", { body: matrix });

/** Saves the matrix; undoing sends the former one, whose levels follow again. */
const save = (before: RiskMatrix, next: RiskMatrix): Promise<boolean> =>
  tryChange({
    sentence: text`Saved: Matrix of risks`,
    show: [shown(riskMatrixQuery, () => next)],
    send: () => send(next),
    inverse: () => send(before),
  });

/** Returns for each step that is wanted the place of the one whose levels it begins with: its own, or that of the one before it. */
function placesOf<S extends string>(before: readonly S[], wanted: readonly S[], order: readonly S[]): number[] {
  return wanted.map((step) => {
    const own = before.indexOf(step);
    const graver = before.findLastIndex((one) => order.indexOf(one) < order.indexOf(step));
    return own >= 0 ? own : Math.max(0, graver);
  });
}

/** Returns a matrix with other steps, in their order. */
function withSteps(matrix: RiskMatrix, steps: { probabilities?: string[]; impacts?: string[] }): RiskMatrix {
  const rowOrder = Object.keys(probabilityWords()) as Probability[];
  const columnOrder = Object.keys(impactWords()) as Impact[];
  const chosen = <S extends string>(order: readonly S[], wanted: readonly string[]) =>
    order.filter((step) => wanted.includes(step));
  const probabilities = chosen(rowOrder, steps.probabilities ?? matrix.probabilities);
  const impacts = chosen(columnOrder, steps.impacts ?? matrix.impacts);
  const rows = placesOf(matrix.probabilities, probabilities, rowOrder);
  const columns = placesOf(matrix.impacts, impacts, columnOrder);
  const levels = rows.map((row) => columns.map((column) => matrix.levels[row]?.[column] as Level));
  return { probabilities, impacts, levels };
}

/** Shows the subject. */
export function RiskMatrixSettings() {
  const { t } = useLingui();
  const { data: matrix, error, refetch } = useQuery(riskMatrixQuery);
  return (
    <Subject
      id="risks"
      title={t`Risks`}
      help={t`Which level follows from which probability and impact. The levels of all risks follow at once.`}
    >
      {error && <Failed error={error} retry={refetch} />}
      {matrix && (
        <>
          <Steps
            name={t`Steps of probability`}
            words={probabilityWords()}
            chosen={matrix.probabilities}
            save={(probabilities) => void save(matrix, withSteps(matrix, { probabilities }))}
          />
          <Steps
            name={t`Steps of impact`}
            words={impactWords()}
            chosen={matrix.impacts}
            save={(impacts) => void save(matrix, withSteps(matrix, { impacts }))}
          />
          <SettingRow name={t`Matrix of risks`}>
            <LevelTable matrix={matrix} />
          </SettingRow>
        </>
      )}
    </Subject>
  );
}

type StepsProps = {
  name: string;
  words: Record<string, string>;
  chosen: readonly string[];
  save: (steps: string[]) => void;
};

/** Shows the steps that are in use, and all that there are with a box. */
function Steps({ name, words, chosen, save: saveSteps }: StepsProps) {
  const { t } = useLingui();
  const [some, all] = [number(chosen.length), number(Object.keys(words).length)];
  return (
    <SettingRow name={name} remark={chosen.map((step) => words[step]).join(", ")}>
      <Popup
        label={name}
        trigger={
          <Button look="line" aria-label={t`${name}: ${some} of ${all}`}>
            {t`${some} of ${all}`}
          </Button>
        }
      >
        {() => <CheckList label={name} options={choicesOf(words)} chosen={chosen} onChange={saveSteps} />}
      </Popup>
    </SettingRow>
  );
}

/** Shows the levels; each is a menu of those that it can have. */
function LevelTable({ matrix }: { matrix: RiskMatrix }) {
  const { t } = useLingui();
  const [rows, columns, words] = [probabilityWords(), impactWords(), levelWords()];
  const set = (row: number, column: number, level: Level) => {
    const levels = matrix.levels.map((line, at) => (at === row ? line.with(column, level) : line));
    void save(matrix, { ...matrix, levels });
  };
  // The mildest impact stands at the left, as in the register.
  const places = matrix.impacts.map((impact, column) => ({ impact, column })).toReversed();
  return (
    <table className="risk-matrix is-edited" aria-label={t`Matrix of risks`}>
      <tbody>
        {matrix.probabilities.map((probability, row) => (
          <tr key={probability}>
            <th scope="row">{rows[probability]}</th>
            {places.map(({ impact, column }) => {
              const level = matrix.levels[row]?.[column] ?? "low";
              const name = t`${rows[probability]}, ${columns[impact]}: ${words[level]}`;
              return (
                <td key={impact} className={level}>
                  <Menu
                    label={name}
                    trigger={
                      <AriaButton className="risk-level" aria-label={name}>
                        <LevelSign level={level} />
                      </AriaButton>
                    }
                    entries={choicesOf(words).map((one) => ({
                      id: one.value,
                      label: one.label,
                      isChosen: one.value === level,
                      run: () => set(row, column, one.value),
                    }))}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>
            <span className="aloud">{t`Impact`}</span>
          </td>
          {places.map(({ impact }) => (
            <th scope="col" key={impact}>
              {columns[impact]}
            </th>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
