/** A backup next to the list: what is known about it, its check, and the way to restore it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { DatabaseBackup, ShieldCheck } from "lucide-react";
import { moment, number, size } from "../../language/format";
import { checkBackup, deleteBackup } from "../../operations/changes";
import type { Backup } from "../../operations/queries";
import { Verdict } from "../../operations/verdict";
import { Button } from "../../ui/button";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Side } from "../../ui/side";
import { Status } from "../../ui/signs";

type PanelProps = { backup: Backup; isOnly: boolean; close: () => void };

/** Shows the backup. @param props.isOnly true for the last one that could be restored, which can't be deleted */
export function BackupPanel({ backup, isOnly, close }: PanelProps) {
  const { t } = useLingui();
  const { name, created_at, bytes, database_bytes, milliseconds, is_encrypted } = backup;
  const isThere = backup.verdict !== "failed";
  return (
    <Side icon={DatabaseBackup} kind={t`Backup`} label={name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">{moment(created_at)}</h2>
          <span className="c3 t12 wraps">{name}</span>
        </div>
      </div>
      <Section>
        {bytes !== null && (
          <KeyValue of={t`Size`}>
            {database_bytes === null ? size(bytes) : t`${size(bytes)}, of ${size(database_bytes)}`}
          </KeyValue>
        )}
        {milliseconds !== null && <KeyValue of={t`Took`}>{t`${number(Math.ceil(milliseconds / 1000))} s`}</KeyValue>}
        <KeyValue of={t`Encrypted`}>{is_encrypted ? t`yes` : t`no`}</KeyValue>
        <KeyValue of={t`Verdict`}>
          <Verdict backup={backup} />
        </KeyValue>
        {backup.checked_at && <KeyValue of={t`Checked`}>{moment(backup.checked_at)}</KeyValue>}
      </Section>
      {backup.problem && (
        <Section title={t`What is wrong`}>
          <p className="wraps" lang="en">
            {backup.problem}
          </p>
        </Section>
      )}
      <SecondPlace backup={backup} />
      <Drill backup={backup} />
      {isThere && (
        <>
          <Section title={t`To restore it`}>
            <p className="c2">
              <Trans>
                Stop the server, and run this on its machine. The present database stays under another name.
              </Trans>
            </p>
            <code className="command">stoa restore {name} --force</code>
          </Section>
          <Section>
            <Button icon={ShieldCheck} writes onPress={() => void checkBackup(backup)}>
              <Trans>Check it now</Trans>
            </Button>
            {isOnly ? (
              <p className="c3 t12">
                <Trans>The only backup can't be deleted.</Trans>
              </p>
            ) : (
              <AskingVerb
                verb={t`Delete`}
                question={t`It is deleted for good.`}
                run={async () => (await deleteBackup(backup)) && close()}
              />
            )}
          </Section>
        </>
      )}
    </Side>
  );
}

function SecondPlace({ backup: { copied_at, copy_problem } }: { backup: Backup }) {
  const { t } = useLingui();
  if (!copied_at && !copy_problem) return null;
  return (
    <Section title={t`Second place`}>
      {copied_at && <KeyValue of={t`Copied`}>{moment(copied_at)}</KeyValue>}
      {copy_problem && (
        <div className="callout">
          <Status tone="bad" title={t`Not copied`} />
          <span className="wraps" lang="en">
            {copy_problem}
          </span>
        </div>
      )}
    </Section>
  );
}

/** Shows the last time that the backup was restored into a scratch file and counted. */
function Drill({ backup: { drilled_at, drill_differences } }: { backup: Backup }) {
  const { t } = useLingui();
  if (!drilled_at) return null;
  const differences = Object.entries(drill_differences ?? {});
  return (
    <Section title={t`Restored on trial`} remark={moment(drilled_at)}>
      {differences.length === 0 && (
        <p className="c2">
          <Trans>It had as many rows as the database.</Trans>
        </p>
      )}
      {differences.map(([table, { backup, live }]) => (
        <KeyValue key={table} of={table}>
          {t`${number(backup)}, then ${number(live)} in the database`}
        </KeyValue>
      ))}
    </Section>
  );
}
