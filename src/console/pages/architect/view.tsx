/** The sessions of the architect's wizard, the latest first. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type Assessment, assessmentsQuery, statusQuery } from "../../analysis/queries";
import { createSession } from "../../analysis/sessions";
import { useCommands } from "../../commands/command";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { day } from "../../language/format";
import { useGo } from "../../navigation/link";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { NamePopup } from "../../ui/name-form";
import { Status } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { useWidth } from "../../ui/width";
import "../../style/admin.css";
import "../../style/analysis.css";

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
              columns={sessionColumns(t, isPhone)}
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

type Translate = ReturnType<typeof useLingui>["t"];

function sessionColumns(t: Translate, isPhone: boolean): Column<Assessment>[] {
  const columns: Column<Assessment>[] = [
    {
      key: "title",
      label: t`Session`,
      className: "nm",
      cell: ({ title }) => <span className="trunc">{title}</span>,
      text: ({ title }) => title,
    },
    {
      key: "status",
      label: t`Status`,
      width: 130,
      cell: ({ status }) =>
        status === "committed" ? (
          <Status tone="good">{t`Committed`}</Status>
        ) : (
          <span className="c2">{t`Under way`}</span>
        ),
      text: ({ status }) => status,
    },
    {
      key: "initiative",
      label: t`Initiative`,
      width: 240,
      cell: ({ initiative_name: name }) =>
        name ? <span className="trunc">{name}</span> : <span className="c3">–</span>,
      text: ({ initiative_name }) => initiative_name ?? "",
    },
    {
      key: "by",
      label: t`Begun by`,
      width: 160,
      cell: ({ created_by_name: name }) => <span className="trunc c2">{name ?? "–"}</span>,
      text: ({ created_by_name }) => created_by_name ?? "",
    },
    {
      key: "updated",
      label: t`Changed`,
      width: 110,
      cell: ({ updated_at: at }) => <span className="num c2">{day(at)}</span>,
      text: ({ updated_at }) => updated_at,
    },
  ];
  return isPhone ? columns.filter(({ key }) => key === "title" || key === "status") : columns;
}
