/** The sessions of the architect's wizard, the latest first. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { assessmentsQuery, statusQuery } from "../../analysis/queries";
import { createSession } from "../../analysis/sessions";
import { useCommands } from "../../commands/command";
import { Grid } from "../../grid/grid";
import { useGo } from "../../navigation/link";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { NamePopup } from "../../ui/name-form";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/analysis.css";
import { sessionColumns } from "./columns";

export default function ArchitectPage() {
  const { t } = useLingui();
  const go = useGo();
  const isPhone = useIsPhone();
  const mayBegin = useMay("turbolens.manage");
  const [isBeginning, begin] = useState(false);
  const [room, width] = useWidth<HTMLDivElement>();
  const { data: all, error, refetch } = useQuery(assessmentsQuery);
  const { data: engine } = useQuery(statusQuery);
  useCommands([
    { id: "session.new", label: t`New session`, icon: Plus, keys: ["n"], when: () => mayBegin, run: () => begin(true) },
  ]);
  const open = (id: string) => go({ to: "/analysis/architect/$id", params: { id }, search: {} });
  const make = async (title: string) => {
    const id = await createSession(title);
    if (id) open(id);
    return id !== undefined;
  };
  return (
    <PageFrame
      label={t`Architect`}
      title={<AreaTrail area={t`Analysis`}>{t`Architect`}</AreaTrail>}
      actions={
        <>
          {engine && (
            <span className="c3 t12 desk-only">
              {engine.engine === "local" ? t`local rules answer` : t`${engine.engine} answers`}
            </span>
          )}
          {mayBegin && (
            <NamePopup
              label={t`New session`}
              trigger={
                <Button look="pri" icon={Plus} keys="n">
                  <Trans>Session</Trans>
                </Button>
              }
              field={t`What is it about?`}
              verb={t`Begin`}
              isOpen={isBeginning}
              onOpenChange={begin}
              make={make}
            />
          )}
        </>
      }
    >
      <div className="grid-room" ref={room}>
        {error && !all ? (
          <Failed error={error} retry={refetch} />
        ) : !all ? (
          <LoadingRows rows={8} />
        ) : all.length === 0 ? (
          <Empty
            title={t`No session yet`}
            {...(mayBegin && {
              actions: (
                <Button look="line" icon={Plus} onPress={() => begin(true)}>
                  <Trans>Begin one</Trans>
                </Button>
              ),
            })}
          >
            <Trans>
              A session asks about a requirement, proposes options and a target architecture, and makes an initiative of
              it.
            </Trans>
          </Empty>
        ) : (
          width > 0 && (
            <Grid
              label={t`Sessions`}
              columns={sessionColumns(isPhone)}
              total={all.length}
              rowAt={(at) => all[at]}
              idOf={({ id }) => id}
              peeksOnPress
              onOpen={({ id }) => open(id)}
              onPeek={({ id }) => open(id)}
            />
          )
        )}
      </div>
      <Foot>
        {all && (
          <span>
            <Plural value={all.length} one="# session" other="# sessions" />
          </span>
        )}
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["enter"]}>
            <Trans>open</Trans>
          </KeyHint>
        </span>
      </Foot>
    </PageFrame>
  );
}
