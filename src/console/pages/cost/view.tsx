/** Cost: a treemap next to its table, for those who may see costs. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import "./cost.css";
import { money, number, shortMoney } from "../../language/format";
import type { Field } from "../../metamodel/fields";
import { type CardType, labelOf } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { ChartAndGrid, ChartOrGrid } from "../../reports/chart-and-grid";
import { useReportFilter } from "../../reports/filter";
import { NoSubject } from "../../reports/no-subject";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { settingsQuery, useMay } from "../../server/session";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { groupsOf, halfOf } from "./layout";
import { CostLegend } from "./legend";
import { fitField, type Shade, usersField } from "./lens";
import { cost as page } from "./page";
import { costParameters, costQuery } from "./queries";
import { lensOf, NO_GROUP, useCostSettings } from "./settings";
import { CostTable } from "./table";
import { Treemap } from "./treemap";

/** The name that the report gives to what is in no group. */
const UNGROUPED = "Ungrouped";
const TABLE_WIDTH = 480;

export default function CostPage() {
  const { t } = useLingui();
  const seesCosts = useMay("costs.view");
  const settings = useCostSettings(page.useSearch());
  if (seesCosts && settings.type && settings.field)
    return <Costs {...settings} type={settings.type} field={settings.field} />;
  if (seesCosts)
    return (
      <NoSubject title={t`Cost`}>
        <Empty title={t`No type has costs`}>
          <Trans>An administrator adds a field of costs in the metamodel.</Trans>
        </Empty>
      </NoSubject>
    );
  return (
    <PageFrame title={t`Cost`}>
      <Empty title={t`You may not see costs`}>
        <Trans>Costs are shown to roles with the right to see them. An administrator can give it.</Trans>
      </Empty>
    </PageFrame>
  );
}

type CostsProps = ReturnType<typeof useCostSettings> & { type: CardType; field: Field };

function Costs({ type, field, fields, withCosts, grouping, groupings, isGrouped }: CostsProps) {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const go = useGo();
  const mayEdit = useMay("inventory.edit");
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const filtering = useReportFilter(type.key, search, setSearch);
  const choice = { type: type.key, field: field.key, group: grouping?.value, filter: filtering.filter, at: search.at };
  const { data, error, refetch } = useQuery({
    ...costQuery(choice),
    enabled: isGrouped,
    placeholderData: (before) => before,
  });

  const items = data?.items ?? [];
  const users = usersField(type);
  const fit = fitField(type);
  const shades: { value: Shade; label: string }[] = [
    ...(users ? [{ value: "users", label: t`Per user` } as const] : []),
    ...(fit ? [{ value: "fit", label: labelOf(fit) } as const] : []),
    { value: "ends", label: t`Ends by` },
  ];
  const shade = shades.find(({ value }) => value === search.shade)?.value ?? shades[0]?.value ?? "ends";
  const lens = lensOf(shade, type, items);
  const groups = groupsOf(items);
  const inside = groups.filter(({ name }) => name === search.inside);
  const shown = inside.length > 0 ? inside : groups;
  const listed = inside[0]?.items ?? items;
  const total = filtering.summary?.total ?? items.length;
  const groupLabel = (name: string) => (name === UNGROUPED ? t`No group` : name);
  const choose = (card: string) => setSearch({ card }, { replace: true });
  const chooseStep = (step: string | undefined) => setSearch({ step }, { replace: true });
  const counting = grouping && t`A card in several groups stands in the first by name, once.`;
  const ungrouped = grouping ? (groups.find(({ name }) => name === UNGROUPED)?.items.length ?? 0) : 0;
  const half = halfOf(items);
  const label = labelOf(type);
  const legend = <CostLegend {...{ lens, items: listed, step: search.step, onStep: chooseStep, counting }} />;

  return (
    <ReportFrame
      title={t`Cost`}
      type="cost"
      choice={{
        segments: (
          <>
            <ChartOrGrid
              shown={search.as ?? "chart"}
              onChange={(next) => setSearch({ as: next === "grid" ? next : undefined })}
            />
            <span className="c3 t12 choice-name cost-shade">{t`Shade`}</span>
            <Segments
              label={t`Shade`}
              value={shade}
              options={shades}
              onChange={(next) => setSearch({ shade: next, step: undefined })}
            />
          </>
        ),
      }}
      settings={
        <>
          <SettingChip
            name={t`Of`}
            value={type.key}
            options={withCosts.map((one) => ({ value: one.key, label: labelOf(one) }))}
            onChange={(next) => setSearch({ type: next, field: undefined, group: undefined, filter: undefined })}
          />
          {fields.length > 1 && (
            <SettingChip
              name={t`Amount`}
              value={field.key}
              options={fields.map((one) => ({ value: one.key, label: labelOf(one) }))}
              onChange={(next) => setSearch({ field: next })}
            />
          )}
          <SettingChip
            name={t`Grouped by`}
            value={grouping?.value ?? NO_GROUP}
            options={[...groupings, { value: NO_GROUP, label: t`nothing` }]}
            onChange={(group) => setSearch({ group, inside: undefined })}
          />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      hasPicture={data !== undefined && search.as !== "grid"}
      figures={
        data && (
          <Trans>
            {number(items.length)} of {number(total)} · {shortMoney(data.total, currency)} a year
          </Trans>
        )
      }
      printed={{
        title: t`Cost: what ${label} costs a year`,
        ...(counting && { counting }),
        settings: grouping ? [t`grouped by ${grouping.label}`] : [],
      }}
      file={(format) =>
        `/api/v1/reports/cost-treemap?${new URLSearchParams({ format, ...costParameters(choice) } as Record<string, string>)}`
      }
    >
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : data && items.length === 0 ? (
        <Empty title={t`Nothing has a cost`}>
          <Trans>Costs are entered on cards, or in the column of the inventory.</Trans>
        </Empty>
      ) : (
        <ChartAndGrid
          shown={search.as ?? "chart"}
          width={TABLE_WIDTH}
          chart={
            <>
              {legend}
              {data ? (
                <Treemap
                  groups={shown}
                  lens={lens}
                  step={search.step}
                  chosen={search.card}
                  currency={currency}
                  groupLabel={groupLabel}
                  onChoose={choose}
                  onPeek={(id) => setPeek(id)}
                  onEnter={(group) => setSearch(({ inside }) => ({ inside: group === inside ? undefined : group }))}
                />
              ) : (
                <div className="treemap-room" aria-busy="true">
                  <span className="sk treemap" />
                </div>
              )}
              <Foot>
                {half > 0 && <Plural value={half} one="half of it is # card" other="half of it is # cards" />}
                {data && total > items.length && (
                  <Link to="/inventory" search={{ type: type.key, filter: `${field.key}:empty` }} className="lk">
                    <Plural value={total - items.length} one="# without a cost" other="# without a cost" />
                  </Link>
                )}
                {grouping?.value.startsWith("tag.") && ungrouped > 0 && (
                  <Link to="/inventory" search={{ type: type.key, filter: `${grouping.value}:empty` }} className="lk">
                    <Trans>
                      {number(ungrouped)} without {grouping.label}
                    </Trans>
                  </Link>
                )}
                <span className="sp" />
                <KeyHint keys={["enter"]}>
                  <Trans>into a group</Trans>
                </KeyHint>
                <KeyHint keys={["backspace"]}>
                  <Trans>out</Trans>
                </KeyHint>
              </Foot>
            </>
          }
          grid={
            data ? (
              <>
                <CostTable
                  items={listed}
                  field={field}
                  users={users}
                  mayEdit={mayEdit}
                  chosen={search.card}
                  onChoose={choose}
                  onPeek={(id) => setPeek(id)}
                  onOpen={(id) => go({ to: "/cards/$id", params: { id } })}
                />
                <Foot>
                  <span>
                    <Trans>
                      <b>{number(listed.length)}</b> of {number(total)}
                    </Trans>
                  </span>
                  <b>
                    {money(
                      listed.reduce((sum, { cost }) => sum + cost, 0),
                      currency,
                    )}
                  </b>
                  <span className="sp" />
                  {mayEdit && (
                    <KeyHint keys={["e"]}>
                      <Trans>edit</Trans>
                    </KeyHint>
                  )}
                  <KeyHint keys={["space"]}>
                    <Trans>peek</Trans>
                  </KeyHint>
                </Foot>
              </>
            ) : (
              <LoadingRows rows={20} />
            )
          }
        />
      )}
    </ReportFrame>
  );
}
