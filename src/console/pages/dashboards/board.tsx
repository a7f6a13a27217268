/** The parts of a dashboard: a row of figures, and below it columns of tables whose figures lead to what they count. */
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type Share, Shares } from "../../charts/shares";
import { number } from "../../language/format";
import { Link } from "../../navigation/link";
import type { Pages } from "../../navigation/page";
import { Failed, LoadingRows } from "../../ui/states";

type BoardProps = {
  label: string;
  /** False while it is read. */
  isRead: boolean;
  error: unknown;
  retry: () => unknown;
  figures: ReactNode;
  /** The number of figures. */
  count: 2 | 4 | 5;
  children: ReactNode;
};

const COUNTS = { 2: "two", 4: "four", 5: "" };

/** Shows a dashboard. */
export function Board({ label, isRead, error, retry, figures, count, children }: BoardProps) {
  const { t } = useLingui();
  if (error && !isRead) return <Failed error={error} retry={retry} />;
  return (
    <>
      <section className={`figs dash-figures ${COUNTS[count]}`} aria-label={t`Figures`}>
        {figures}
      </section>
      {isRead ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="dash scroll" tabIndex={0} aria-label={label}>
          {children}
        </section>
      ) : (
        <LoadingRows rows={14} />
      )}
    </>
  );
}

/** Shows a column of a dashboard. */
export const Column = ({ children }: { children: ReactNode }) => <div className="dash-column">{children}</div>;

/** Shows a part of a column: its name, what it is about, and what it lists. */
export function Part({ title, remark, children }: { title: string; remark?: ReactNode; children: ReactNode }) {
  return (
    <section className="dash-part" aria-label={title}>
      <div className="lh">
        <h2>{title}</h2>
        {remark && <span className="n">{remark}</span>}
      </div>
      {children}
    </section>
  );
}

/** A place that a figure leads to. */
export type Place =
  | { to: "/inventory"; search: Pages["/inventory"] }
  | { to: "/ppm"; search: Pages["/ppm"] }
  | { to: "/admin/users"; search: Pages["/admin/users"] };

/** Shows a count, as a link to what it counts; nothing is a dash. */
export function Count({ of, place }: { of: number; place: Place }) {
  if (of === 0) return <span className="c3">–</span>;
  return (
    <Link {...(place as { to: "/inventory" })} className="lk num">
      {number(of)}
    </Link>
  );
}

/** A row of a tally. */
export type TallyRow = {
  key: string;
  label: ReactNode;
  count: number;
  place: Place;
  /** The bar; as long as it is many without it. */
  shares?: readonly Share[];
  tone?: Share["tone"];
};

/** Shows how many there are of each kind, with bars that share one scale. */
export function Tally({ label, rows }: { label: string; rows: readonly TallyRow[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="dash-table tally" aria-label={label}>
      <tbody>
        {rows.map(({ key, label: name, count, place, tone = "plain" }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>
              <Shares shares={[{ key, value: count, tone }]} whole={most} />
            </td>
            <td className="r">
              <Count of={count} place={place} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
