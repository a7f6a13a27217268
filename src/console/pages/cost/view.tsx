/** The costs as areas and as a table, with one selection. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import "./cost.css";
import { number, shortMoney } from "../../language/format";
import { fieldsOf } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { Legend, Ramp } from "../../reports/legend";
import { ReportFrame } from "../../reports/report-frame";
import { SettingChip } from "../../reports/setting-chip";
import { settingsQuery, useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { tagGroupsQuery } from "../../tags/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { cost as page } from "./page";
import { costParameters, costQuery } from "./queries";
import { type CostItem, endShade, userShade } from "./shade";
import { CostTable } from "./table";
import { Treemap } from "./treemap";

/** Fields that count users. */
const USERS = /users?$/i;

export default function CostPage() {
  return useMay("costs.view") ? <Costs /> : <NoRight />;
}

function NoRight() {
  return (
    <PageFrame title={<Trans>Cost</Trans>}>
      <Empty title={<Trans>You may not see costs</Trans>}>
        <Trans>The permission to see them belongs to a role; an administrator can give it to you.</Trans>
      </Empty>
    </PageFrame>
  );
}

/** Gives the subject of the report as the address has it, with what can be chosen instead. */
function useSubject() {
  const { t } = useLingui();
  const search = page.useSearch();
  const types = useTypes();
  const { data: tagGroups = [] } = useQuery(tagGroupsQuery);
  const costOf = (key: string) => fieldsOf(types.get(key)).find(({ type }) => type === "cost");
  const ofCosts = [...types.values()].filter(({ key }) => costOf(key));
  const type = types.get(search.type ?? "Application") ?? ofCosts[0];
  const groups = [
    { value: "", label: t`nothing` },
    ...tagGroups
      .filter(({ restrict_to_types }) => !restrict_to_types?.length || restrict_to_types.includes(type?.key ?? ""))
      .map(({ id, name }) => ({ value: `tag.${id}`, label: name })),
    ...[...types.values()]
      .filter(({ key }) => key !== type?.key)
      .map((one) => ({ value: one.key, label: labelOf(one) })),
  ];
  return {
    type,
    field: type && costOf(type.key),
    users: fieldsOf(type).find((one) => one.type === "number" && USERS.test(one.key)),
    types: ofCosts.map((one) => ({ value: one.key, label: labelOf(one) })),
    groups,
    group: groups.find(({ value }) => value === (search.group ?? ""))?.value || undefined,
  };
}

/** Returns how many of the most expensive together make half of the costs. */
function halfOf(items: readonly CostItem[], total: number): number {
  let sum = 0;
  return (
    items.findIndex(({ cost }) => {
      sum += cost;
      return sum >= total / 2;
    }) + 1
  );
}

function Costs() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const { type, field, users, types, groups, group } = useSubject();
  const filtering = useReportFilter(type?.key, search, setSearch);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const isPhone = useIsPhone();
  const setPeek = useSetPeek();
  const isPeeking = usePeek() !== undefined;
  const [chosen, setChosen] = useState<string>();
  const subject = { type: type?.key ?? "", costField: field?.key ?? "", group, filter: filtering.filter };
  const { data, error, refetch } = useQuery({ ...costQuery(subject), enabled: field !== undefined });
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const isPerUser = users !== undefined && search.shade !== "ends";
  const shade = isPerUser ? userShade(items, users) : endShade();
  const steps = shade.steps.map((step) => ({
    ...step,
    count: items.filter((item) => item.cost > 0 && shade.toneOf(item) === step.tone).length,
  }));
  const priced = items.filter((item) => item.cost > 0).length;
  const all = filtering.summary?.total ?? items.length;
  const choose = (id: string) => {
    setChosen(id);
    if (isPeeking) setPeek(id);
  };
  const figures = data && (
    <>
      <Plural value={items.length} one="# card" other="# cards" />
      {" · "}
      <Trans>{shortMoney(total, settings.currency)} a year</Trans>
    </>
  );
  return (
    <ReportFrame
      title={t`Cost`}
      type="cost"
      choice={
        users && {
          name: t`Shade`,
          segments: (
            <Segments
              label={t`Shade`}
              value={isPerUser ? "users" : "ends"}
              options={[
                { value: "users", label: t`Per user` },
                { value: "ends", label: t`Ends by` },
              ]}
              onChange={(next) => setSearch({ shade: next === "users" ? undefined : "ends", step: undefined })}
            />
          ),
        }
      }
      settings={
        <>
          {type && (
            <SettingChip
              name={t`Of`}
              value={type.key}
              options={types}
              onChange={(next) => setSearch({ type: next === "Application" ? undefined : next, filter: undefined })}
            />
          )}
          <SettingChip
            name={t`Grouped by`}
            value={group ?? ""}
            options={groups}
            onChange={(next) => setSearch({ group: next || undefined })}
          />
        </>
      }
      filtering={filtering}
      figures={figures}
      legend={
        <Legend title={t`Area`}>
          <span>{t`cost a year`}</span>
          <b>{t`Shade`}</b>
          <span>{shade.title}</span>
          <Ramp steps={steps} chosen={search.step} onChoose={(step) => setSearch({ step }, { replace: true })} />
        </Legend>
      }
      printed={{
        title: t`What the cards cost a year`,
        counting: group?.startsWith("tag.") ? undefined : t`A card stands in the first of its groups.`,
      }}
      file={(format) => `/api/v1/reports/cost-treemap?${new URLSearchParams({ ...costParameters(subject), format })}`}
      foot={
        <Foot>
          <span>
            <Trans>
              <b>{number(priced)}</b> of {number(all)}
            </Trans>
          </span>
          <span>
            <b>{shortMoney(total, settings.currency)}</b>
          </span>
          {total > 0 && (
            <span>
              <Plural value={halfOf(items, total)} one="half of it is # card" other="half of it is # cards" />
            </span>
          )}
          {all > priced && field && type && (
            <Link to="/inventory" search={{ type: type.key, filter: `${field.key}:empty` }} className="lk">
              <Trans>{number(all - priced)} without a cost</Trans>
            </Link>
          )}
          <span className="sp" />
          <KeyHint keys={["e"]}>
            <Trans>edit</Trans>
          </KeyHint>
          <KeyHint keys={["space"]}>
            <Trans>peek</Trans>
          </KeyHint>
        </Foot>
      }
    >
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={10} />}
      {data && items.length === 0 && (
        <Empty title={<Trans>No card matches</Trans>}>
          <Trans>Take a filter away, or choose another type.</Trans>
        </Empty>
      )}
      {data && items.length > 0 && field && (
        <div className="work cost">
          {!isPhone && (
            <Treemap
              items={items}
              hasGroups={group !== undefined}
              shade={shade}
              step={search.step}
              chosen={chosen}
              choose={(id) => {
                choose(id);
                setPeek(id);
              }}
            />
          )}
          {!(isPeeking && !isPhone) && (
            <div className="cost-table">
              <CostTable
                items={items}
                total={total}
                field={field}
                shade={shade}
                isPerUser={isPerUser}
                chosen={chosen}
                choose={choose}
              />
            </div>
          )}
        </div>
      )}
    </ReportFrame>
  );
}
