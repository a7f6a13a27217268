/** Work in the background: what runs now, what people have started, and what comes again by itself. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { jobsQuery, workQuery } from "../../operations/queries";
import { Foot, PageFrame } from "../../ui/bars";
import { Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/operations.css";
import { Jobs } from "./jobs";
import { Running } from "./running";
import { Runs } from "./runs";

/** Milliseconds after which the page is read again; no event says how far work is. */
const PATIENCE = 5_000;

export default function WorkPage() {
  const { t } = useLingui();
  const work = useQuery({ ...workQuery, staleTime: 0, refetchInterval: PATIENCE });
  const jobs = useQuery({ ...jobsQuery, staleTime: 0, refetchInterval: PATIENCE });
  const failed = jobs.data?.filter(({ error }) => error !== null).length ?? 0;
  return (
    <PageFrame label={t`Jobs and runs`} title={<AdministrationTrail>{t`Jobs and runs`}</AdministrationTrail>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll operations" tabIndex={0} aria-label={t`Jobs and runs`}>
        {work.error && <Failed error={work.error} retry={work.refetch} />}
        {work.data && <Running work={work.data} />}
        <Runs patience={PATIENCE} />
        {jobs.error && <Failed error={jobs.error} retry={jobs.refetch} />}
        {!jobs.data && !jobs.error && <LoadingRows rows={8} />}
        {jobs.data && <Jobs jobs={jobs.data} />}
      </section>
      <Foot>
        <span>
          <Plural value={work.data?.length ?? 0} one="# waits or runs" other="# wait or run" />
        </span>
        <span>
          <Plural value={jobs.data?.length ?? 0} one="# job" other="# jobs" />
        </span>
        {failed > 0 && (
          <span>
            <Plural value={failed} one="# failed the last time" other="# failed the last time" />
          </span>
        )}
        <span className="sp" />
        <span>
          <Trans>Runs are listed for 30 days</Trans>
        </span>
      </Foot>
    </PageFrame>
  );
}
