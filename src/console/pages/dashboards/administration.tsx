/** The dashboard of administrators: cards without people, broken approvals, late tasks, and accounts that nobody uses. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Shares } from "../../charts/shares";
import { day, fromNow, number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useMay } from "../../server/session";
import { dayIn } from "../../todos/due";
import { Avatar } from "../../ui/avatar";
import { Figure } from "../../ui/figure";
import { TypeIcon } from "../../ui/icon";
import { Missing, Status } from "../../ui/signs";
import { Board, Column, Count, Part } from "./board";
import { Events } from "./events";
import { LateTodos } from "./late-todos";
import { type Administration, administrationQuery } from "./queries";

/** Days after which a draft that nobody changes counts as stuck. */
const STUCK = 30;

/** Shows the dashboard. */
export function AdministrationBoard() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(administrationQuery);
  return (
    <Board
      label={t`Administration`}
      isRead={data !== undefined}
      error={error}
      retry={refetch}
      count={5}
      figures={<Figures data={data} />}
    >
      {data && (
        <>
          <Column>
            <Coverage data={data} />
          </Column>
          <Column>
            <Approvals data={data} />
            <LateTodos todos={data.oldest_overdue_todos} />
          </Column>
          <Column>
            <Idle data={data} />
            <Contributors data={data} />
            <Part title={t`Changed lately`}>
              <Events events={data.recent_activity} most={SHOWN} />
            </Part>
          </Column>
        </>
      )}
    </Board>
  );
}

/** Events that are shown. */
const SHOWN = 10;

function Figures({ data }: { data: Administration | undefined }) {
  const kpis = data?.kpis;
  const seesTodos = useMay("admin.todos");
  const led = (count: number | undefined, filter: string) =>
    count === undefined ? undefined : (
      <Link to="/inventory" search={{ filter }} className="lk">
        {number(count)}
      </Link>
    );
  return (
    <>
      <Figure
        name={<Trans>Cards without people</Trans>}
        value={led(kpis?.cards_without_stakeholders, "stakeholder:empty")}
      >
        <Link to="/admin/stakeholders" className="lk">
          <Trans>who has which part</Trans>
        </Link>
      </Figure>
      <Figure name={<Trans>Approval broken</Trans>} value={led(kpis?.broken_total, "approval_status:BROKEN")}>
        <Trans>changed after the approval</Trans>
      </Figure>
      <Figure
        name={<Trans>Drafts that lie still</Trans>}
        value={led(kpis?.stuck_approvals, `approval_status:DRAFT updated_at<${dayIn(-STUCK)}`)}
      >
        <Trans>unchanged for a month</Trans>
      </Figure>
      <Figure
        name={<Trans>Tasks late</Trans>}
        value={
          kpis &&
          (seesTodos ? (
            <Link to="/todos" search={{ all: true, due: "late" }} className="lk">
              {number(kpis.overdue_todos_total)}
            </Link>
          ) : (
            number(kpis.overdue_todos_total)
          ))
        }
      >
        {kpis && kpis.unassigned_todo_count > 0 && (
          <Plural value={kpis.unassigned_todo_count} one="# open task is nobody's" other="# open tasks are nobody's" />
        )}
      </Figure>
      <Figure
        name={<Trans>Accounts in use</Trans>}
        value={
          kpis && (
            <Link to="/admin/users" className="lk">
              {number(kpis.active_users_30d)}
            </Link>
          )
        }
        unit={kpis && <Trans>of {number(kpis.total_users)} in a month</Trans>}
      >
        {kpis && kpis.pending_sso_invitations > 0 && (
          <Plural value={kpis.pending_sso_invitations} one="# invitation is open" other="# invitations are open" />
        )}
      </Figure>
    </>
  );
}

/** Shows the name of a card type with its icon. */
function TypeName({ of }: { of: string }) {
  const type = useTypes().get(of);
  return (
    <>
      <TypeIcon type={type} />
      <span className="trunc">{type ? labelOf(type) : of}</span>
    </>
  );
}

function Coverage({ data }: { data: Administration }) {
  const { t } = useLingui();
  return (
    <Part title={t`People by type`} remark={t`cards with somebody, and without`}>
      <table className="dash-table tally" aria-label={t`People by type`}>
        <tbody>
          {data.stakeholder_coverage.map(({ type, total, with_stakeholders: held, missing }) => (
            <tr key={type}>
              <th scope="row">
                <TypeName of={type} />
              </th>
              <td>
                <Shares shares={[{ key: "held", value: held, tone: "plain" }]} whole={total} />
              </td>
              <td className="r">
                <Count of={missing} place={{ to: "/inventory", search: { type, filter: "stakeholder:empty" } }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Approvals({ data }: { data: Administration }) {
  const { t } = useLingui();
  const columns = [
    { key: "draft", status: "DRAFT", head: <Missing title={t`Draft`} /> },
    { key: "broken", status: "BROKEN", head: <Status tone="warn" title={t`Broken`} /> },
    { key: "rejected", status: "REJECTED", head: <Status tone="bad" title={t`Rejected`} /> },
  ] as const;
  return (
    <Part title={t`Not approved`}>
      <table className="dash-table pipeline">
        <thead>
          <tr>
            <th scope="col">{t`Type`}</th>
            {columns.map(({ key, head }) => (
              <th key={key} scope="col" className="r">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.approval_pipeline.map((row) => (
            <tr key={row.type}>
              <th scope="row">
                <TypeName of={row.type} />
              </th>
              {columns.map(({ key, status }) => (
                <td key={key} className="r">
                  <Count
                    of={row[key]}
                    place={{ to: "/inventory", search: { type: row.type, filter: `approval_status:${status}` } }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

type PersonProps = { id: string; name: string; show?: "never" | "unseen"; children: ReactNode };

function Person({ id, name, show, children }: PersonProps) {
  return (
    <li>
      <Avatar name={name} />
      <Link to="/admin/users" search={{ person: id, ...(show && { show }) }} className="lk trunc">
        {name}
      </Link>
      <span className="sp" />
      <span className="c3 t12 num">{children}</span>
    </li>
  );
}

function Idle({ data }: { data: Administration }) {
  const { t } = useLingui();
  if (data.idle_users.length === 0) return null;
  return (
    <Part title={t`Accounts that nobody uses`} remark={t`for 90 days`}>
      <ul className="dash-people">
        {data.idle_users.map(({ user_id: id, display_name: name, last_login: last }) => (
          <Person key={id} id={id} name={name} show={last === null ? "never" : "unseen"}>
            {last === null ? <Trans>never logged in</Trans> : <span title={day(last)}>{fromNow(last)}</span>}
          </Person>
        ))}
      </ul>
    </Part>
  );
}

function Contributors({ data }: { data: Administration }) {
  const { t } = useLingui();
  if (data.top_contributors.length === 0) return null;
  return (
    <Part title={t`Who contributes most`} remark={t`changes in 30 days`}>
      <ul className="dash-people">
        {data.top_contributors.map(({ user_id: id, display_name: name, event_count: count }) => (
          <Person key={id} id={id} name={name}>
            {number(count)}
          </Person>
        ))}
      </ul>
    </Part>
  );
}
