/** The list of ends at the side of the roadmap: overdue, within 12 months, within 36, with what follows or who runs on it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { NO_FILTER } from "../../filters/condition";
import { month, number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { byDistance, type Distance, type Ending, endOf, endsQuery } from "../../reports/endings";
import { Foot } from "../../ui/bars";
import { TypeIcon } from "../../ui/icon";
import { Segments } from "../../ui/segments";
import { Missing } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";

type EndsProps = { months: 12 | 36; onMonths: (months: 12 | 36) => void; choose: (id: string) => void };

const today = () => new Date().toISOString().slice(0, 10);

/** Shows the panel; a press on an entry shows its bar. */
export function Ends({ months, onMonths, choose }: EndsProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(endsQuery(NO_FILTER, undefined));
  const groups = byDistance(data?.items ?? [], today());
  const parts: { key: Distance; title: string }[] = [
    { key: "past", title: t`Overdue, still in the landscape` },
    { key: "year", title: t`Next 12 months` },
    ...(months === 36 ? [{ key: "later", title: t`12 to 36 months` } as const] : []),
  ];
  const filled = parts.filter(({ key }) => groups.has(key));
  const count = filled.reduce((sum, { key }) => sum + (groups.get(key)?.length ?? 0), 0);
  return (
    <aside className="aside" aria-label={t`What ends`}>
      <div className="lh">
        <b>
          <Trans>What ends</Trans>
        </b>
        <span className="sp" />
        <Segments
          label={t`Months`}
          value={String(months)}
          options={[
            { value: "12", label: t`12 months` },
            { value: "36", label: t`36 months` },
          ]}
          onChange={(next) => onMonths(next === "12" ? 12 : 36)}
        />
      </div>
      <div className="ab scroll">
        {error ? (
          <Failed error={error} retry={refetch} />
        ) : !data ? (
          <LoadingRows rows={10} />
        ) : filled.length === 0 ? (
          <Empty title={t`Nothing ends`} />
        ) : (
          filled.map(({ key, title }) => (
            <div key={key}>
              <div className="day num">
                {title} · {number(groups.get(key)?.length ?? 0)}
              </div>
              {groups.get(key)?.map((item) => (
                <EndRow key={item.id} item={item} isPast={key === "past"} choose={choose} />
              ))}
            </div>
          ))
        )}
      </div>
      <Foot>
        <span>
          <Trans>
            <b>{number(count)}</b> in all
          </Trans>
        </span>
        <span className="sp" />
        <Link to="/reports/eol" className="lk">
          <Trans>End of life</Trans>
        </Link>
      </Foot>
    </aside>
  );
}

function EndRow({ item, isPast, choose }: { item: Ending; isPast: boolean; choose: (id: string) => void }) {
  const { t } = useLingui();
  const type = useTypes().get(item.type);
  const names = (item.successors ?? []).map(({ name }) => name).join(", ");
  const running = item.type === "Application" ? 0 : item.affected_apps.length;
  return (
    <button type="button" className="er" onClick={() => choose(item.id)}>
      <span className={`d num ${isPast ? "bad" : ""}`}>{month(endOf(item) ?? "")}</span>
      <span className="t">
        <TypeIcon type={type} />
        <span className="trunc">{item.name}</span>
      </span>
      <span />
      <span className="s">
        {names ? (
          <Trans>followed by {names}</Trans>
        ) : running > 0 ? (
          <Plural value={running} one="# application runs on it" other="# applications run on it" />
        ) : item.type === "Application" ? (
          <>
            <Missing title={t`No successor`} /> <Trans>No successor</Trans>
          </>
        ) : (
          <Trans>nothing runs on it</Trans>
        )}
      </span>
    </button>
  );
}
