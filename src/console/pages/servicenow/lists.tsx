/** The lists of the page: connections as strips, mappings and runs as rows. */
import { Trans, useLingui } from "@lingui/react/macro";
import { MoreHorizontal } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { fromNow, moment, number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { startSync } from "../../servicenow/changes";
import type { Connection, Mapping, SyncRun } from "../../servicenow/queries";
import { Direction, modeInShort, RunState, tookOf } from "../../servicenow/words";
import { Button, IconButton } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { Rows } from "../../ui/rows";
import { StripFact } from "../../ui/section";
import { Status } from "../../ui/signs";

/** Shows the heads of the columns of a list. @param figures the first column of figures */
function Heads({ heads, columns, figures = 99 }: { heads: readonly ReactNode[]; columns: string; figures?: number }) {
  return (
    <div className="gh plain" style={{ "--cols": columns } as CSSProperties}>
      {heads.map((head, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have their places
        <div key={at}>
          <span className={at >= figures ? "l at-end" : "l"}>{head}</span>
        </div>
      ))}
    </div>
  );
}

/** Shows a connection as a strip. */
export function ConnectionStrip({ connection, open }: { connection: Connection; open: () => void }) {
  const { t } = useLingui();
  const { name, instance_url: url, auth_type: auth, test_status: test, last_tested_at: at, is_active } = connection;
  return (
    <div className="strip servicenow-strip">
      <StripFact of={t`Connection`}>
        {test === null ? (
          <Status tone="mut">{name}</Status>
        ) : (
          <Status tone={test === "success" ? "good" : "bad"}>{name}</Status>
        )}
      </StripFact>
      <StripFact of={t`Instance`}>
        <span className="trunc">{url.replace(/^https?:\/\//, "")}</span>
      </StripFact>
      <StripFact of={t`Signs in by`}>{auth === "basic" ? t`user and password` : t`client and secret`}</StripFact>
      <StripFact of={t`Last test`}>
        {at ? (test === "success" ? t`answered ${fromNow(at)}` : t`failed ${fromNow(at)}`) : t`never`}
      </StripFact>
      {!is_active && <StripFact of={t`State`}>{t`switched off`}</StripFact>}
      <span className="servicenow-open">
        <Button look="line" onPress={open}>
          <Trans>Test and change</Trans>
        </Button>
      </span>
    </div>
  );
}

const MAPPINGS = "minmax(150px,1fr) minmax(140px,1fr) 100px 190px 120px 64px 40px";

type MappingsProps = {
  mappings: readonly Mapping[];
  current: string | undefined;
  open: (id: string) => void;
  started: (run: string) => void;
};

/** Shows the mappings. */
export function MappingRows({ mappings, current, open, started }: MappingsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const start = async (mapping: Mapping, what: "review" | "pull" | "push") => {
    const run = await startSync(mapping, what);
    if (run) started(run);
  };
  const verbs = (mapping: Mapping) => {
    const { sync_direction: direction } = mapping;
    return [
      ...(direction !== "turbo_to_snow"
        ? [
            { id: "review", label: t`Pull for review`, run: () => start(mapping, "review") },
            { id: "pull", label: t`Pull and apply`, run: () => start(mapping, "pull") },
          ]
        : []),
      ...(direction !== "snow_to_turbo" ? [{ id: "push", label: t`Push`, run: () => start(mapping, "push") }] : []),
    ];
  };
  return (
    <section className="admin-list" aria-label={t`Mappings`}>
      <Heads
        columns={MAPPINGS}
        figures={5}
        heads={[t`Cards`, t`ServiceNow table`, t`Applied`, t`What is gone`, t`By itself`, t`Fields`, ""]}
      />
      <Rows
        label={t`Mappings`}
        items={mappings}
        keyOf={({ id }) => id}
        columns={MAPPINGS}
        {...(current !== undefined && { currentKey: current })}
        onKey={(key, mapping) => {
          if (key !== "p") return false;
          void start(mapping, "review");
          return true;
        }}
      >
        {(mapping) => {
          const type = types.get(mapping.card_type_key);
          return (
            <>
              <div>
                <TypeIcon type={type} />
                <button type="button" className="row-main" onClick={() => open(mapping.id)}>
                  <span className={mapping.is_active ? "trunc" : "trunc c3"}>
                    {labelOf(type ?? { label: mapping.card_type_key })}
                  </span>
                </button>
              </div>
              <div>
                <Direction direction={mapping.sync_direction} />
                <span className="trunc">{mapping.snow_table}</span>
              </div>
              <div className="c2">{mapping.skip_staging ? t`At once` : t`Staged`}</div>
              <div className="c2 trunc">{modeInShort(mapping)}</div>
              <div className="c2 num">{mapping.schedule ?? "–"}</div>
              <div className="at-end num">{number(mapping.field_mappings.length)}</div>
              <div>
                <Menu
                  label={t`Run ${mapping.snow_table}`}
                  trigger={<IconButton icon={MoreHorizontal} label={t`Run ${mapping.snow_table}`} />}
                  entries={verbs(mapping)}
                />
              </div>
            </>
          );
        }}
      </Rows>
    </section>
  );
}

const RUNS = "170px minmax(130px,1fr) minmax(140px,1fr) 64px 76px 64px 64px 64px 76px";

const Count = ({ of }: { of: number | undefined }) =>
  of ? <span className="num">{number(of)}</span> : <span className="c3">—</span>;

type RunsProps = {
  runs: readonly SyncRun[];
  mappings: readonly Mapping[];
  current: string | undefined;
  open: (id: string) => void;
};

/** Shows the runs, the latest first. */
export function RunRows({ runs, mappings, current, open }: RunsProps) {
  const { t } = useLingui();
  const byId = new Map(mappings.map((mapping) => [mapping.id, mapping]));
  return (
    <section className="admin-list servicenow-runs" aria-label={t`Runs`}>
      <Heads
        columns={RUNS}
        figures={3}
        heads={[t`Run`, t`Mapping`, t`How it ended`, t`New`, t`Changed`, t`Gone`, t`Same`, t`Errors`, t`Took`]}
      />
      <Rows
        label={t`Runs`}
        items={runs}
        keyOf={({ id }) => id}
        columns={RUNS}
        {...(current !== undefined && { currentKey: current })}
      >
        {(run) => (
          <>
            <div>
              <button type="button" className="row-main num" onClick={() => open(run.id)}>
                {moment(run.started_at)}
              </button>
            </div>
            <div>
              <Direction direction={run.direction === "pull" ? "snow_to_turbo" : "turbo_to_snow"} />
              <span className="trunc">{byId.get(run.mapping_id ?? "")?.snow_table ?? t`gone`}</span>
            </div>
            <div>
              <RunState run={run} />
            </div>
            {["created", "updated", "deleted", "skipped", "errors"].map((key) => (
              <div key={key} className="at-end">
                <Count of={run.stats[key]} />
              </div>
            ))}
            <div className="at-end num">{tookOf(run)}</div>
          </>
        )}
      </Rows>
    </section>
  );
}
