/** The legend of the matrix: the letters with their meanings and counts. */
import { Trans, useLingui } from "@lingui/react/macro";
import { labelOf } from "../../metamodel/queries";
import { Legend, LegendShape } from "../../reports/legend";
import { useToggled } from "../../state/asked";
import type { Subject } from "./subject";
import type { Meaning, Table } from "./table";

/** Returns the ids of the rows that have a relation of a meaning. */
export function ownedRows(table: Table, { meaningOf }: Subject, owner: Meaning | undefined): ReadonlySet<string> {
  if (!owner) return new Set();
  return new Set(
    [...table.cells].flatMap(([key, relations]) =>
      relations.some((relation) => meaningOf(relation)?.key === owner.key) ? [key.split(" ")[0] ?? ""] : [],
    ),
  );
}

type LegendProps = {
  subject: Subject;
  table: Table;
  isCount: boolean;
  /** The number of rows that nobody owns; undefined where relations have no such meaning. */
  unowned: number | undefined;
  chosen: string | undefined;
  onChoose: (meaning: string | undefined) => void;
};

/** The value of the legend for rows that nobody owns. */
export const NO_OWNER = "none";

/** Shows the legend; a press on a letter shows that meaning alone. */
export function MatrixLegend({ subject, table, isCount, unowned, chosen, onChoose }: LegendProps) {
  const { t } = useLingui();
  const { rows, columns, meanings, meaningOf } = subject;
  const counts = new Map<string, number>();
  for (const relations of table.cells.values())
    for (const relation of relations) {
      const key = meaningOf(relation)?.key ?? "";
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const toggle = useToggled(chosen, onChoose);
  const plain = counts.get("") ?? 0;
  return (
    <Legend title={columns ? labelOf(columns) : ""}>
      <span className="c3 matrix-verb">
        {subject.verb} {rows && labelOf(rows)}
      </span>
      {isCount ? (
        <span>
          <Trans>The number of relations, the darker the more</Trans>
        </span>
      ) : (
        meanings.map(({ key, letter, look, label }) => (
          <LegendShape
            key={key}
            shape={<i className={`u ${look}`}>{letter}</i>}
            label={label}
            count={counts.get(key) ?? 0}
            isChosen={chosen === key}
            onPress={() => toggle(key)}
          />
        ))
      )}
      {!isCount && plain > 0 && <LegendShape shape={<i className="u dot">•</i>} label={t`related`} count={plain} />}
      {!isCount && unowned !== undefined && (
        <LegendShape
          shape={<span className="ring2" />}
          label={t`No owner`}
          count={unowned}
          isChosen={chosen === NO_OWNER}
          onPress={() => toggle(NO_OWNER)}
        />
      )}
    </Legend>
  );
}
