/** The work that comes again by itself: those that failed the last time first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { fromNow, moment, number } from "../../language/format";
import type { Job } from "../../operations/queries";
import { useWorkName } from "../../operations/use-name";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";

const COLUMNS = "minmax(200px,1fr) 110px 150px 170px";

const MINUTE = 60;
const HOUR = 3600;
/** A cron expression for an hour of a day of each month. */
const MONTHLY = /^0 (\d+) (\d+) \* \*$/;

/** Gives a sentence about when a job comes again. */
function useRhythm(): (job: Job) => string {
  const { t } = useLingui();
  return ({ every_seconds: seconds, daily_at_hour: hour, cron }) => {
    if (seconds !== null && seconds < MINUTE) return t`every ${number(seconds)} s`;
    if (seconds !== null && seconds < HOUR) return t`every ${number(seconds / MINUTE)} min`;
    if (seconds === HOUR) return t`every hour`;
    if (seconds !== null) return t`every ${number(seconds / HOUR)} hours`;
    if (hour !== null) return t`at ${hour}:00 UTC`;
    const [, start = "", date = ""] = MONTHLY.exec(cron ?? "") ?? [];
    return date === "" ? (cron ?? "") : t`monthly, on day ${date} at ${start}:00 UTC`;
  };
}

/** Shows the jobs. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useLingui();
  const nameOf = useWorkName();
  const rhythmOf = useRhythm();
  const sorted = jobs.toSorted((one, other) => Number(other.error !== null) - Number(one.error !== null));
  return (
    <section aria-label={t`Comes again by itself`}>
      <h2 className="gsec">
        <b>
          <Trans>Comes again by itself</Trans>
        </b>{" "}
        <span className="n num">{jobs.length}</span>
      </h2>
      <Rows label={t`Comes again by itself`} items={sorted} keyOf={({ kind }) => kind} columns={COLUMNS}>
        {(job) => (
          <>
            <div className="p16 work-name">
              <span className="trunc">{nameOf(job.kind)}</span>
              {job.error && <span className="reason">{job.error}</span>}
            </div>
            <div className="c2">{rhythmOf(job)}</div>
            <div>
              {job.is_running ? (
                <Status tone="info">{t`Runs`}</Status>
              ) : job.error !== null ? (
                <Status tone="bad">{t`Failed`}</Status>
              ) : (
                <span className="c2">{job.started_at ? fromNow(job.started_at) : t`not yet`}</span>
              )}
            </div>
            <div className="c2 num" title={moment(job.due_at)}>
              {t`next ${fromNow(job.due_at)}`}
            </div>
          </>
        )}
      </Rows>
    </section>
  );
}
