/** Backups as a list, below the rule by which they are made; one is shown next to it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import { useCommands } from "../../commands/command";
import { moment, size } from "../../language/format";
import { backUpNow } from "../../operations/changes";
import { type Backup, backupsQuery } from "../../operations/queries";
import { Verdict } from "../../operations/verdict";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/operations.css";
import { backups as page } from "./page";
import { BackupPanel } from "./panel";
import { BackupRule } from "./rule";

const COLUMNS = "minmax(220px,1fr) 110px 100px 150px 150px";

/** Milliseconds after which a list with a backup that is being made is read again. */
const PATIENCE = 2_000;

export default function BackupsPage() {
  const { t } = useLingui();
  const { backup: name } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state }) => (state.data?.is_running ? PATIENCE : false),
  });
  const isRunning = data?.is_running === true;
  useCommands([
    {
      id: "backup.now",
      label: t`Back up now`,
      icon: DatabaseBackup,
      keys: ["b"],
      when: () => !isRunning,
      run: backUpNow,
    },
  ]);
  const opened = data?.items.find((one) => one.name === name);
  const bytes = data?.items.reduce((sum, one) => sum + (one.bytes ?? 0), 0) ?? 0;
  const open = (next: string | undefined) => setSearch({ backup: next }, { replace: true });
  return (
    <PageFrame
      label={t`Backups`}
      title={<AdministrationTrail>{t`Backups`}</AdministrationTrail>}
      actions={
        <Button look="pri" icon={DatabaseBackup} isDisabled={isRunning} onPress={() => void backUpNow()}>
          {isRunning ? <Trans>Being made…</Trans> : <Trans>Back up now</Trans>}
        </Button>
      }
    >
      <div className="work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="col scroll operations" tabIndex={0} aria-label={t`Backups`}>
          {error && <Failed error={error} retry={refetch} />}
          {!data && !error && <LoadingRows rows={6} />}
          {data && <BackupRule list={data} />}
          {data?.items.length === 0 && (
            <Empty title={<Trans>There is no backup yet</Trans>}>
              <Trans>Make one now: it takes seconds, and nobody waits for it.</Trans>
            </Empty>
          )}
          {data && data.items.length > 0 && <BackupRows backups={data.items} current={name} open={open} />}
        </section>
        {opened && data && (
          <BackupPanel
            key={opened.name}
            backup={opened}
            isOnly={data.items.filter(({ verdict }) => verdict !== "failed").length === 1}
            close={() => open(undefined)}
          />
        )}
      </div>
      <Foot>
        <span>
          <Plural value={data?.items.length ?? 0} one="# backup" other="# backups" />
        </span>
        <span>{size(bytes)}</span>
        <span className="sp" />
        <KeyHint keys={["b"]}>
          <Trans>back up now</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

type RowsProps = { backups: readonly Backup[]; current: string | undefined; open: (name: string) => void };

function BackupRows({ backups, current, open }: RowsProps) {
  const { t } = useLingui();
  const reasons = { schedule: t`every night`, manual: t`asked for`, upgrade: t`before an upgrade` };
  return (
    <Rows label={t`Backups`} items={backups} keyOf={({ name }) => name} columns={COLUMNS} currentKey={current}>
      {(backup) => (
        <>
          <div className="p16">
            <button
              type="button"
              className="row-main trunc num"
              aria-current={backup.name === current || undefined}
              onClick={() => open(backup.name)}
            >
              {moment(backup.created_at)}
            </button>
          </div>
          <div className="c2">{backup.reason ? reasons[backup.reason] : ""}</div>
          <div className="num">{backup.bytes === null ? "" : size(backup.bytes)}</div>
          <div>
            <Verdict backup={backup} />
          </div>
          <div>
            {backup.copy_problem ? (
              <Status tone="bad">{t`Not copied`}</Status>
            ) : backup.copied_at ? (
              <span className="c2">{t`Copied`}</span>
            ) : (
              <span className="c3">{t`only here`}</span>
            )}
          </div>
        </>
      )}
    </Rows>
  );
}
