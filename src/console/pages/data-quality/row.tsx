/** A row of the report: a type or an owner, with what its cards lack. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Filter } from "../../filters/condition";
import { number } from "../../language/format";
import type { CardType } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { Quality, qualityMark, Status } from "../../ui/signs";
import { bestOf, countOf, missingSearch, verbOfMissing } from "./missing";
import type { OwnerFigures } from "./query";

export type Figures = Partial<Pick<OwnerFigures, "spread" | "orphaned" | "missing">> &
  Pick<OwnerFigures, "total" | "avg_data_quality">;

type RowProps = {
  name: ReactNode;
  figures: Figures;
  type: CardType | undefined;
  typeKey: string;
  filter: Filter;
  /** False for owners, whose cards no filter finds. */
  hasLinks: boolean;
};

const MISSING = [
  { kind: "stakeholder", key: "responsible" },
  { kind: "description", key: "description" },
  { kind: "lifecycle", key: "lifecycle" },
] as const;

/** Shows a row. */
export function QualityRow({ name, figures, type, typeKey, filter, hasLinks }: RowProps) {
  const { t } = useLingui();
  const { total, avg_data_quality: quality, spread, orphaned = 0, missing } = figures;
  const best = bestOf(missing);
  const mark = qualityMark(quality);
  return (
    <tr className="gr">
      <th scope="row">{name}</th>
      <td className="r num">{number(total)}</td>
      <td>
        <Quality value={quality} />
        {mark && <Status tone={mark === "b" ? "bad" : "warn"} title={mark === "b" ? t`Under 50` : t`Under 70`} />}
      </td>
      <td>{spread && <Spread {...spread} />}</td>
      {MISSING.map((item) => (
        <td key={item.key} className="r num">
          <Figure
            count={countOf(missing, item.kind, item.key)}
            search={hasLinks ? missingSearch(filter, item, typeKey) : undefined}
          />
        </td>
      ))}
      <td className="r num">
        <Figure count={orphaned} search={undefined} />
      </td>
      <td>
        {best ? (
          <>
            {hasLinks ? (
              <Link to="/inventory" search={missingSearch(filter, best, typeKey)} className="lk trunc">
                {verbOfMissing(best, type)}
              </Link>
            ) : (
              <span className="trunc">{verbOfMissing(best, type)}</span>
            )}
            <span className="c3 num quality-count">{number(best.count)}</span>
            <span className="sp" />
            <span className="num c2">+{number(best.gain, { maximumFractionDigits: 0 })}</span>
          </>
        ) : (
          <span className="c3">
            <Trans>All there</Trans>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Shows how many cards are below 50, from 50, and from 80. */
function Spread({ low, middle, high }: NonNullable<Figures["spread"]>) {
  const { t } = useLingui();
  const words = t`${low} under 50, ${middle} to 80, ${high} above`;
  return (
    <span className="quality-spread" role="img" aria-label={words} title={words}>
      {low > 0 && <i className="low" style={{ flex: low }} />}
      {middle > 0 && <i className="middle" style={{ flex: middle }} />}
      {high > 0 && <i className="high" style={{ flex: high }} />}
    </span>
  );
}

/** Shows a figure, as a link to just these cards where a filter finds them. */
function Figure({ count, search }: { count: number; search: { type?: string; filter: string } | undefined }) {
  if (count === 0) return <span className="c3">—</span>;
  if (!search) return number(count);
  return (
    <Link to="/inventory" search={search} className="lk">
      {number(count)}
    </Link>
  );
}
