/** ServiceNow: connections as strips, mappings and runs, and next to them the one that is open. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { connectionsQuery, mappingsQuery, syncRunsQuery } from "../../servicenow/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "./servicenow.css";
import { ConnectionPanel } from "./connection-panel";
import { ConnectionStrip, MappingRows, RunRows } from "./lists";
import { MappingPanel } from "./mapping-panel";
import { NewConnection } from "./new-connection";
import { NewMapping } from "./new-mapping";
import { servicenow as page } from "./page";
import { RunPanel } from "./run-panel";

/** Time between two looks at runs that are under way, in ms. */
const LOOK = 2_000;

export default function ServiceNowPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const [isMapping, map] = useState(false);
  const connections = useQuery(connectionsQuery);
  const mappings = useQuery(mappingsQuery);
  const runs = useQuery({
    ...syncRunsQuery,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "running") ? LOOK : false),
  });
  const open = (what: Partial<typeof search>) =>
    setSearch({ connection: undefined, mapping: undefined, run: undefined, ...what }, { replace: true });
  const close = () => open({});
  const hasConnections = (connections.data?.length ?? 0) > 0;
  useCommands([
    {
      id: "servicenow.map",
      label: t`New mapping`,
      icon: Plus,
      keys: ["n"],
      when: () => hasConnections,
      run: () => map(true),
    },
  ]);
  const error = connections.error ?? mappings.error ?? runs.error;
  const isThere = connections.data && mappings.data && runs.data;
  const connection = connections.data?.find(({ id }) => id === search.connection);
  const mapping = mappings.data?.find(({ id }) => id === search.mapping);
  const run = runs.data?.find(({ id }) => id === search.run);
  const waiting = runs.data?.filter(({ pending }) => pending > 0).length ?? 0;
  const failed = runs.data?.filter(({ status }) => status === "failed").length ?? 0;
  const connect = <NewConnection onCreated={(id) => open({ connection: id })} />;
  return (
    <PageFrame
      label={t`ServiceNow`}
      title={<AdministrationTrail>{t`ServiceNow`}</AdministrationTrail>}
      actions={
        hasConnections && (
          <>
            {connect}
            <NewMapping
              connections={connections.data ?? []}
              isOpen={isMapping}
              open={map}
              onCreated={(id) => open({ mapping: id })}
            />
          </>
        )
      }
    >
      <div className="work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="col scroll" tabIndex={0} aria-label={t`Connections, mappings and runs`}>
          {error && !isThere ? (
            <Failed
              error={error}
              retry={() => Promise.all([connections.refetch(), mappings.refetch(), runs.refetch()])}
            />
          ) : !isThere ? (
            <LoadingRows rows={12} />
          ) : !hasConnections ? (
            <Empty title={t`Connect a ServiceNow instance`} actions={connect}>
              <Trans>
                Its tables become cards, or cards become rows there. Nothing is read or written before you say so.
              </Trans>
            </Empty>
          ) : (
            <>
              {connections.data.map((one) => (
                <ConnectionStrip key={one.id} connection={one} open={() => open({ connection: one.id })} />
              ))}
              {mappings.data.length === 0 ? (
                <Empty title={t`Nothing is mapped yet`}>
                  <Trans>A mapping says which table becomes cards of which type, field by field.</Trans>
                </Empty>
              ) : (
                <MappingRows
                  mappings={mappings.data}
                  current={mapping?.id}
                  open={(id) => open({ mapping: id })}
                  started={(id) => open({ run: id })}
                />
              )}
              {runs.data.length > 0 && (
                <RunRows runs={runs.data} mappings={mappings.data} current={run?.id} open={(id) => open({ run: id })} />
              )}
            </>
          )}
        </section>
        {connection && <ConnectionPanel key={connection.id} connection={connection} close={close} />}
        {mapping && <MappingPanel key={mapping.id} mapping={mapping} close={close} />}
        {run && (
          <RunPanel
            key={run.id}
            run={run}
            mapping={mappings.data?.find(({ id }) => id === run.mapping_id)}
            close={close}
          />
        )}
      </div>
      <Foot>
        <span>
          <Plural value={mappings.data?.length ?? 0} one="# mapping" other="# mappings" />
        </span>
        {waiting > 0 && (
          <span>
            <Plural value={waiting} one="# run waits" other="# runs wait" />
          </span>
        )}
        {failed > 0 && (
          <span>
            <Plural value={failed} one="# run failed" other="# runs failed" />
          </span>
        )}
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["p"]}>
            <Trans>pull for review</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open</Trans>
          </KeyHint>
        </span>
      </Foot>
    </PageFrame>
  );
}
