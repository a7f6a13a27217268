/** The people who have tasks in initiatives: how many, how far, how late, and how many days. */
import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../filters/condition";
import { toText } from "../../grid/clipboard";
import { type Column, type Sorting, sortingOf, sortingText } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { day, number } from "../../language/format";
import { INITIATIVE, type Resource, resourcesQuery } from "../../projects/queries";
import { useReportFilter } from "../../reports/filter";
import { ReportFrame } from "../../reports/report-frame";
import { useIsPhone } from "../../state/media";
import { Avatar } from "../../ui/avatar";
import { Foot, KeyHint } from "../../ui/bars";
import { Missing } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/projects.css";
import { resources as page } from "./page";

const USUAL_SORT = "-open_days";

/** Returns people in an order; the tasks that nobody has come last. */
function sorted(people: readonly Resource[], { by, isDescending }: Sorting): Resource[] {
  const sign = isDescending ? -1 : 1;
  const read = (one: Resource) => one[by as keyof Resource] ?? "";
  return people.toSorted((one, other) => {
    const last = Number(one.user_id === null) - Number(other.user_id === null);
    const [left, right] = [read(one), read(other)];
    const order =
      typeof left === "number" && typeof right === "number" ? left - right : String(left).localeCompare(String(right));
    return last || sign * order || (one.display_name ?? "").localeCompare(other.display_name ?? "");
  });
}

export default function ResourcesPage() {
  const { t: here } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const isPhone = useIsPhone();
  const filtering = useReportFilter(INITIATIVE, search, setSearch);
  const { data, error, refetch } = useQuery({
    ...resourcesQuery(filtering.filter),
    placeholderData: (before) => before,
  });
  const text = search.sort ?? USUAL_SORT;
  const sorting = sortingOf(text);
  const people = sorted(data ?? [], sorting);
  const most = Math.max(
    1,
    ...people.map(({ todo, in_progress, blocked, done }) => todo + in_progress + blocked + done),
  );
  const columns = peopleColumns(most, isPhone);
  const sum = (key: "overdue" | "open_days") => people.reduce((all, one) => all + one[key], 0);
  const unassigned = people.find(({ user_id }) => user_id === null);
  const open = unassigned ? unassigned.todo + unassigned.in_progress + unassigned.blocked : 0;
  return (
    <ReportFrame
      area={here`Projects`}
      title={here`Resources`}
      type="ppm-resources"
      filtering={filtering}
      file={(format) =>
        `/api/v1/reports/ppm/resources?${new URLSearchParams({ format, ...queryOf(filtering.filter) })}`
      }
      printed={{ title: here`Who has how much to do in projects`, settings: [] }}
      foot={
        <Foot>
          <span>
            <b>{number(people.length - Number(unassigned !== undefined))}</b>{" "}
            <Plural value={people.length - Number(unassigned !== undefined)} one="person" other="people" />
          </span>
          <span>
            <Trans>
              <b>{number(sum("open_days"))}</b> open days
            </Trans>
          </span>
          <span>
            <Trans>
              <b>{number(sum("overdue"))}</b> tasks late
            </Trans>
          </span>
          {open > 0 && (
            <span>
              <Trans>{number(open)} open tasks without a person</Trans>
            </span>
          )}
          <span className="sp" />
          <span className="desk-only">
            <KeyHint keys={["?"]}>
              <Trans>all keys</Trans>
            </KeyHint>
          </span>
        </Foot>
      }
    >
      <div className="grid-room">
        {error && !data ? (
          <Failed error={error} retry={refetch} />
        ) : !data ? (
          <LoadingRows rows={12} />
        ) : people.length === 0 ? (
          <Empty title={here`Nobody has tasks`}>
            <Trans>Who does a task of a project stands here.</Trans>
          </Empty>
        ) : (
          <Grid
            label={here`People`}
            columns={columns}
            total={people.length}
            rowAt={(at) => people[at]}
            idOf={({ user_id }) => user_id ?? "nobody"}
            sorting={sorting}
            onSort={(order) => {
              const next = sortingText(order);
              setSearch({ sort: next === USUAL_SORT ? undefined : next }, { replace: true });
            }}
            onCopy={({ top, bottom, left, right }) =>
              toText(
                people
                  .slice(top, bottom + 1)
                  .map((row) => columns.slice(left, right + 1).map((one) => one.text?.(row) ?? "")),
              )
            }
          />
        )}
      </div>
    </ReportFrame>
  );
}

function peopleColumns(most: number, isPhone: boolean): Column<Resource>[] {
  const figure = (key: "initiatives" | "overdue" | "open_days", label: string, width: number): Column<Resource> => ({
    key,
    label,
    width,
    isFigure: true,
    sort: key,
    cell: (row) => (row[key] === 0 ? "–" : <span className={key === "overdue" ? "late" : ""}>{number(row[key])}</span>),
    text: (row) => String(row[key]),
  });
  const name: Column<Resource> = {
    key: "display_name",
    label: t`Person`,
    sort: "display_name",
    className: "nm",
    cell: ({ display_name: one }) =>
      one ? (
        <>
          <Avatar name={one} />
          <span className="trunc">{one}</span>
        </>
      ) : (
        <>
          <Missing title="" />
          <span className="c3">{t`Nobody yet`}</span>
        </>
      ),
    text: ({ display_name: one }) => one ?? "",
  };
  const work: Column<Resource> = {
    key: "work",
    label: t`To do, in progress, blocked, done`,
    width: 300,
    cell: (row) => <Work of={row} most={most} />,
    text: ({ todo, in_progress, blocked, done }) => [todo, in_progress, blocked, done].join(" / "),
  };
  const next: Column<Resource> = {
    key: "next_due",
    label: t`Next due`,
    width: 120,
    sort: "next_due",
    cell: ({ next_due: due }) => (due ? <span className="num c2">{day(due)}</span> : null),
    text: ({ next_due: due }) => due ?? "",
  };
  const overdue = figure("overdue", t`Late`, 72);
  if (isPhone) return [name, overdue];
  return [
    name,
    figure("initiatives", t`Initiatives`, 104),
    work,
    figure("open_days", t`Open days`, 112),
    overdue,
    next,
  ];
}

/** Shows the tasks of somebody as a bar of their statuses, as long as they are many. */
function Work({ of: { todo, in_progress, blocked, done }, most }: { of: Resource; most: number }) {
  const { t } = useLingui();
  const all = todo + in_progress + blocked + done;
  const parts = [
    { key: "doing", count: in_progress, word: t`in progress` },
    { key: "todo", count: todo, word: t`to do` },
    { key: "blocked", count: blocked, word: t`blocked` },
    { key: "done", count: done, word: t`done` },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <span className="work-bar" style={{ width: `${(all / most) * 60}%` }} aria-hidden>
        {parts.map(({ key, count }) => (
          <i key={key} className={key} style={{ flex: count }} />
        ))}
      </span>
      <span className="c3 t11 num trunc">{parts.map(({ count, word }) => `${number(count)} ${word}`).join(", ")}</span>
    </>
  );
}
