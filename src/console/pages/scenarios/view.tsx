/** Scenarios as rows: what each is to answer, how far it has got, and whether the landscape has moved on. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Scale } from "lucide-react";
import { useCommands } from "../../commands/command";
import { day, number } from "../../language/format";
import { Link, useGo } from "../../navigation/link";
import { type Scenario, scenariosQuery } from "../../scenarios/queries";
import { StaleSign, StateSign, stateWords } from "../../scenarios/words";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { CheckMark } from "../../ui/check-mark";
import { Rows } from "../../ui/rows";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/home.css";
import "../../scenarios/scenarios.css";
import { NewScenario } from "./new-scenario";
import { scenarios as page } from "./page";

const COLUMNS = "36px minmax(280px,1fr) 116px 160px 110px 92px 32px";
const NARROW = "36px minmax(0,1fr) 108px 32px";
/** Scenarios that can stand side by side. */
const MAX_CHOSEN = 4;
const STATES = ["draft", "proposed", "approved", "merged", "dropped"] as const;

export default function ScenariosPage() {
  const { t } = useLingui();
  const { state, new: isMaking = false } = page.useSearch();
  const setSearch = page.useSetSearch();
  const mayCreate = useMay("scenarios.create");
  const { data, error, refetch } = useQuery(scenariosQuery);
  const { chosen, toggle } = useChosen(data);
  const go = useGo();
  const compare = () => go({ to: "/scenarios/compare", search: { scenarios: chosen.join(",") } });
  const seesReports = useMay("reports.ea_dashboard");
  const setMaking = (isOpen: boolean) => setSearch({ new: isOpen || undefined }, { replace: true });
  useCommands([
    {
      id: "scenario.new",
      label: t`New scenario`,
      icon: Plus,
      keys: ["n"],
      when: () => mayCreate,
      run: () => setMaking(true),
    },
    {
      id: "scenario.compare",
      label: t`Side by side`,
      icon: Scale,
      keys: ["c"],
      when: () => seesReports && chosen.length > 0,
      run: compare,
    },
  ]);
  const listed = data?.filter((one) => state === undefined || one.state === state) ?? [];
  return (
    <PageFrame
      label={t`Scenarios`}
      title={<AreaTrail area={t`Maps & reports`}>{t`Scenarios`}</AreaTrail>}
      actions={
        <>
          {seesReports && chosen.length > 0 && (
            <Button icon={Scale} keys="c" onPress={compare}>
              <Plural value={chosen.length} one="# side by side" other="# side by side" />
            </Button>
          )}
          {mayCreate && <NewScenario isOpen={isMaking} open={setMaking} />}
        </>
      }
    >
      <div className="chips">
        <Segments
          label={t`State`}
          value={state ?? "all"}
          options={[{ value: "all", label: t`All` }, ...STATES.map((value) => ({ value, label: stateWords()[value] }))]}
          onChange={(value) => setSearch({ state: STATES.find((one) => one === value) }, { replace: true })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll scenario-list" tabIndex={0} aria-label={t`Scenarios`}>
        {error && !data && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={6} />}
        {data && listed.length === 0 && (
          <Nothing isFiltered={data.length > 0} mayCreate={mayCreate} make={() => setMaking(true)} />
        )}
        {listed.length > 0 && <ScenarioRows scenarios={listed} chosen={chosen} toggle={toggle} />}
      </section>
      <Foot>
        {data && (
          <span>
            <Plural value={listed.length} one="# scenario" other="# scenarios" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["x"]}>
          <Trans>choose</Trans>
        </KeyHint>
        {mayCreate && (
          <KeyHint keys={["n"]}>
            <Trans>new scenario</Trans>
          </KeyHint>
        )}
      </Foot>
    </PageFrame>
  );
}

type NothingProps = { isFiltered: boolean; mayCreate: boolean; make: () => void };

function Nothing({ isFiltered, mayCreate, make }: NothingProps) {
  const setSearch = page.useSetSearch();
  if (isFiltered)
    return (
      <Empty
        title={<Trans>No scenario is in this state</Trans>}
        actions={
          <Button look="line" onPress={() => setSearch({ state: undefined })}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    );
  return (
    <Empty
      title={<Trans>Nothing is planned as a scenario yet</Trans>}
      actions={
        mayCreate && (
          <Button look="line" icon={Plus} onPress={make}>
            <Trans>Scenario</Trans>
          </Button>
        )
      }
    >
      <Trans>
        A scenario is the landscape as it would be. You change it as you change the landscape, nobody outside sees it,
        and what is decided is merged.
      </Trans>
    </Empty>
  );
}

/** Gives the ids of the scenarios that are chosen, and a function that chooses one or lets it go; at most four are. */
function useChosen(known: readonly Scenario[] | undefined) {
  const { chosen: text } = page.useSearch();
  const setSearch = page.useSetSearch();
  const chosen = (text?.split(",") ?? []).filter((id) => known?.some((one) => one.id === id));
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-MAX_CHOSEN);
    setSearch({ chosen: next.join(",") || undefined }, { replace: true });
  };
  return { chosen, toggle };
}

type RowsProps = { scenarios: readonly Scenario[]; chosen: readonly string[]; toggle: (id: string) => void };

function ScenarioRows({ scenarios, chosen, toggle }: RowsProps) {
  const { t } = useLingui();
  const isPhone = useIsPhone();
  const columns = isPhone ? NARROW : COLUMNS;
  return (
    <>
      {!isPhone && (
        <div className="gh slim scenario-heads" aria-hidden style={{ gridTemplateColumns: columns }}>
          <div />
          <div>{t`Scenario`}</div>
          <div>{t`State`}</div>
          <div>{t`Owner`}</div>
          <div>{t`Target date`}</div>
          <div className="scenario-figure">{t`Changes`}</div>
          <div />
        </div>
      )}
      <Rows
        label={t`Scenarios`}
        items={scenarios}
        keyOf={({ id }) => id}
        columns={columns}
        onKey={(key, { id }) => {
          if (key === "x") toggle(id);
          return key === "x";
        }}
      >
        {({ id, name, question, state, owner_name, target_date, changes, is_stale }) => (
          <>
            <div>
              <button
                type="button"
                className="todo-box"
                aria-pressed={chosen.includes(id)}
                aria-label={t`Compare ${name}`}
                onClick={() => toggle(id)}
              >
                <CheckMark state={chosen.includes(id)} />
              </button>
            </div>
            <div className="scenario-name">
              <Link to="/scenarios/$id" params={{ id }} className="row-main trunc">
                {name}
              </Link>
              {question && !isPhone && <span className="c3 trunc">{question}</span>}
            </div>
            <div>
              <StateSign state={state} />
            </div>
            {!isPhone && (
              <>
                <div className="c2">
                  <span className="trunc">{owner_name ?? "–"}</span>
                </div>
                <div className="c2 num">{target_date ? day(target_date) : <span className="c3">–</span>}</div>
                <div className="num scenario-figure">{number(changes)}</div>
              </>
            )}
            <div>
              <StaleSign isStale={is_stale && (state === "draft" || state === "proposed" || state === "approved")} />
            </div>
          </>
        )}
      </Rows>
    </>
  );
}
