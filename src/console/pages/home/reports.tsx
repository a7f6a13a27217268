/** The saved reports that somebody has put on home. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { day, number } from "../../language/format";
import { Link } from "../../navigation/link";
import { reportNames } from "../../reports/kinds";
import { addressOf, type ReportType, savedReportsQuery } from "../../reports/queries";
import { Icon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Failed, LoadingRows } from "../../ui/states";

/** Shows the reports in the order in which they were put here; those that one may not see any more are left out. */
export function HomeReports({ ids }: { ids: readonly string[] }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(savedReportsQuery);
  const shown = ids.flatMap((id) => data?.find((one) => one.id === id) ?? []);
  const kindOf = (type: string) => (addressOf(type) ? i18n._(reportNames[type as ReportType]) : type);
  return (
    <section aria-label={t`Saved reports`} className="home-list">
      <div className="lh">
        <h2>
          <Trans>Saved reports</Trans>
        </h2>
        {data && <span className="n num">{number(shown.length)}</span>}
        <span className="sp" />
        <Link to="/reports/saved" className="lk t12">
          <Trans>All saved reports</Trans>
        </Link>
      </div>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={2} />}
      {data && shown.length === 0 && (
        <p className="c2 home-nothing">
          <Trans>"Arrange" puts saved reports here.</Trans>
        </p>
      )}
      {shown.length > 0 && (
        <Rows
          label={t`Saved reports`}
          items={shown}
          keyOf={({ id }) => id}
          columns="44px minmax(0,1fr) 236px 140px 120px"
        >
          {({ id, name, report_type: type, is_owner: isMine, owner_name: owner, updated_at: at }) => (
            <>
              <div className="ck">
                <Icon of={Bookmark} size={14} className="c3" />
              </div>
              <div>
                <Link to="/reports/saved/$id" params={{ id }} className="row-main trunc">
                  {name}
                </Link>
              </div>
              <div className="c2">
                <span className="trunc">{kindOf(type)}</span>
              </div>
              <div className="c2">
                <span className="trunc">{isMine ? t`yours` : (owner ?? "")}</span>
              </div>
              <div className="c2 num r">
                <span className="trunc" title={day(at)}>
                  {day(at)}
                </span>
              </div>
            </>
          )}
        </Rows>
      )}
    </section>
  );
}
