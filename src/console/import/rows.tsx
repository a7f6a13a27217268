/** The rows of a file that is imported, with what each would do. */
import { t } from "@lingui/core/macro";
import { SignOf } from "../cards/paste/cells";
import type { Sign } from "../cards/paste/rows";
import type { Column } from "../grid/column";

/** A value that a row sets: of a field, and what stood there before. */
type Fact = { label: string; before?: string | undefined; value: string };

export type ImportRow = {
  /** Its number in the file. */
  number: number;
  sign: Sign;
  name: string;
  facts: readonly Fact[];
  /** The reason why it is refused, or what of it is left out. */
  remark?: string | undefined;
};

/** The server's word on a file; heads are those of the columns that nothing is read from. */
export type ImportReport = { rows: readonly ImportRow[]; unread: readonly string[] };

const textOf = ({ label, before, value }: Fact) => `${label}: ${before ? `${before} → ` : ""}${value}`;

/** Returns the columns of the preview. */
export const importColumns = (): Column<ImportRow>[] => [
  { key: "sign", label: t`Sign`, isLabelHidden: true, width: 32, cell: ({ sign }) => <SignOf sign={sign} /> },
  {
    key: "name",
    label: t`Name`,
    width: 260,
    cell: ({ name }) => <span className="trunc">{name}</span>,
    text: ({ name }) => name,
  },
  {
    key: "facts",
    label: t`What it does`,
    cell: ({ sign, facts, remark }) =>
      sign === "refused" ? (
        <span className="st bad trunc">{remark}</span>
      ) : (
        <span className="trunc import-facts" title={facts.map(textOf).join("\n")}>
          {facts.map((fact) => (
            <span key={fact.label}>
              <span className="c3">{fact.label}</span> {fact.before && <del className="c3">{fact.before}</del>}{" "}
              {fact.value}
            </span>
          ))}
        </span>
      ),
    text: ({ facts, remark }) => remark ?? facts.map(textOf).join("; "),
  },
];
