/** Modernisation: the recommendations, the most urgent first, and one of them with its facts. */

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play, Sprout } from "lucide-react";
import { useState } from "react";
import { startRun } from "../../analysis/changes";
import { Engine } from "../../analysis/engine";
import { type Modernisation, modernisationsQuery } from "../../analysis/queries";
import { RunNotes, RunVerb, useLatestRun } from "../../analysis/run";
import { Grid } from "../../grid/grid";
import { day, number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { useToggled } from "../../state/asked";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { KeyValue, Section } from "../../ui/section";
import { Segments } from "../../ui/segments";
import { Side } from "../../ui/side";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/analysis.css";
import { sortingOf, sortingText } from "../../grid/column";
import { adviceColumns, sorted } from "./columns";
import { modernisation as page } from "./page";
import { adviceWords, Effort, levelWords, PRIORITIES, Priority } from "./words";

const TYPE = "modernization";
const WIDE = 900;
/** The types that are looked at. */
const TARGETS = ["Application", "ITComponent", "Interface"] as const;

const start = (target_type: string) =>
  startRun(() =>
    api.POST("/api/v1/turbolens/duplicates/modernize", { body: { target_type, modernization_type: "general" } }),
  );

export default function ModernisationPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const types = useTypes();
  const go = useGo();
  const isPhone = useIsPhone();
  const peek = usePeek();
  const setPeek = useSetPeek();
  const mayRun = useMay("turbolens.manage");
  const [target, setTarget] = useState<string>(TARGETS[0]);
  const [room, width] = useWidth<HTMLDivElement>();
  const { data: all, error, refetch } = useQuery(modernisationsQuery);
  const run = useLatestRun(TYPE);
  const items = sorted(
    (all ?? []).filter(({ priority }) => !search.priority || priority === search.priority),
    search.sort,
  );
  const opened = all?.find(({ id }) => id === search.advice);
  const open = (advice?: string) => {
    if (peek) setPeek();
    setSearch({ advice }, { replace: true });
  };
  const toggle = useToggled(search.advice, open);
  return (
    <PageFrame
      label={t`Modernisation`}
      title={<AreaTrail area={t`Analysis`}>{t`Modernisation`}</AreaTrail>}
      actions={
        <>
          {mayRun && !isPhone && run?.status !== "running" && (
            <Choice
              label={t`What is looked at`}
              value={target}
              width={170}
              options={TARGETS.map((key) => ({ value: key, label: labelOf(types.get(key) ?? { label: key }) }))}
              onChange={setTarget}
            />
          )}
          <RunVerb type={TYPE} verb={t`Look for it`} start={() => start(target)} />
        </>
      }
    >
      <RunNotes type={TYPE} />
      <div className="chips">
        <Segments
          label={t`Priority`}
          value={search.priority ?? "all"}
          options={[
            { value: "all", label: t`All` },
            ...PRIORITIES.map((priority) => ({
              value: priority,
              label: `${levelWords()[priority]} ${number(all?.filter((one) => one.priority === priority).length ?? 0)}`,
            })),
          ]}
          onChange={(priority) => setSearch({ priority: priority === "all" ? undefined : priority }, { replace: true })}
        />
      </div>
      <div className="work">
        <div className="grid-room" ref={room}>
          {error && !all ? (
            <Failed error={error} retry={refetch} />
          ) : !all ? (
            <LoadingRows rows={12} />
          ) : items.length === 0 ? (
            <Empty
              title={all.length > 0 ? t`Nothing of this priority` : t`Nothing to modernise was found yet`}
              {...(all.length === 0 &&
                mayRun &&
                run?.status !== "running" && {
                  actions: (
                    <Button look="line" icon={Play} onPress={() => void start(target)}>
                      <Trans>Look for it</Trans>
                    </Button>
                  ),
                })}
            >
              <Trans>
                Ends of life, fits, costs and what a card stands on say what should be renewed, and how urgently.
              </Trans>
            </Empty>
          ) : (
            width > 0 && (
              <Grid
                label={t`Modernisation`}
                columns={adviceColumns({ types, isNarrow: width < WIDE, isPhone })}
                total={items.length}
                rowAt={(at) => items[at]}
                idOf={({ id }) => id}
                sorting={sortingOf(search.sort ?? "")}
                onSort={(next) => setSearch({ sort: sortingText(next) }, { replace: true })}
                {...(search.advice !== undefined && { current: search.advice })}
                peeksOnPress={isPhone || search.advice !== undefined}
                onOpen={({ card_id: id }) => id && go({ to: "/cards/$id", params: { id } })}
                onPeek={({ id }) => (isPhone ? open(id) : toggle(id))}
              />
            )
          )}
        </div>
        {opened && peek === undefined && <Advice item={opened} close={() => open()} />}
      </div>
      <Foot>
        {all && (
          <span>
            <Trans>
              <b>{number(items.length)}</b> of{" "}
              <Plural value={all.length} one="# recommendation" other="# recommendations" />
            </Trans>
          </span>
        )}
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["space"]}>
            <Trans>peek</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open the card</Trans>
          </KeyHint>
        </span>
      </Foot>
    </PageFrame>
  );
}

/** Shows a recommendation with the facts that led to it. */
function Advice({ item, close }: { item: Modernisation; close: () => void }) {
  const { t } = useLingui();
  const types = useTypes();
  return (
    <Side
      icon={Sprout}
      kind={labelOf(types.get(item.target_type) ?? { label: item.target_type })}
      label={t`Recommendation`}
      close={close}
    >
      <div className="pad peek-head">
        <h2 className="t20">{item.card_name ?? item.current_tech}</h2>
        <p className="c2">{item.recommendation}</p>
      </div>
      <Section>
        <KeyValue of={t`Advice`}>{adviceWords()[item.modernization_type] ?? item.modernization_type}</KeyValue>
        <KeyValue of={t`Priority`}>
          <Priority priority={item.priority} />
        </KeyValue>
        <KeyValue of={t`Effort`}>
          <Effort effort={item.effort} />
        </KeyValue>
        {item.current_tech && item.current_tech !== item.card_name && (
          <KeyValue of={t`Today`}>{item.current_tech}</KeyValue>
        )}
        {item.analysed_at && <KeyValue of={t`Found`}>{day(item.analysed_at)}</KeyValue>}
        <KeyValue of={t`Found by`}>
          <Engine engine={item.engine} />
        </KeyValue>
      </Section>
      {item.facts.length > 0 && (
        <Section title={t`What led to it`} count={item.facts.length}>
          <ul className="analysis-facts">
            {item.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </Section>
      )}
      {item.card_id && (
        <Section>
          <Link to="/cards/$id" params={{ id: item.card_id }} className="lk">
            <Trans>Open the card</Trans>
          </Link>
        </Section>
      )}
    </Side>
  );
}
