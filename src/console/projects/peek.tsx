/** An initiative next to the portfolio: where it stands, what was reported, what is open, what threatens. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import { cardQuery } from "../cards/queries";
import { useCommands } from "../commands/command";
import { money, month, number } from "../language/format";
import { subtypeLabel } from "../metamodel/fields";
import { useTypes } from "../metamodel/queries";
import { Link, useGo } from "../navigation/link";
import { settingsQuery, useMay } from "../server/session";
import { Foot, KeyHint } from "../ui/bars";
import { IconButton } from "../ui/button";
import { TypeIcon } from "../ui/icon";
import { KeyValue, Section } from "../ui/section";
import { Missing } from "../ui/signs";
import { Failed, LoadingRows } from "../ui/states";
import { shareSpent, spanOf, timeGone } from "./initiatives";
import { INITIATIVE, type Initiative, planQuery, projectRisksQuery, reportsQuery } from "./queries";
import { InitiativeStatus, percent, Shapes } from "./signs";
import { TaskSign } from "./task-sign";
import { isLate } from "./tasks";

type PeekProps = {
  id: string;
  initiatives: readonly Initiative[];
  close: () => void;
  /** Leads to the initiative after or before it in the list. */
  step: (by: 1 | -1) => void;
  report: () => void;
};

/** Reports, tasks and risks that are shown. */
const SHOWN = { reports: 3, tasks: 6, risks: 4 };

/** Shows the peek. */
export function ProjectPeek({ id, initiatives, close, step, report }: PeekProps) {
  const { t } = useLingui();
  const type = useTypes().get(INITIATIVE);
  const initiative = initiatives.find((one) => one.id === id);
  const mayManage = useMay("ppm.manage");
  const go = useGo();
  const open = () => go({ to: "/ppm/$id", params: { id } });
  useCommands([
    { id: "project.close", label: t`Close the peek`, keys: ["escape"], quiet: true, run: close },
    { id: "project.open", label: t`Open the project`, keys: ["o"], quiet: true, run: open },
    { id: "project.next", label: t`Next initiative`, keys: ["]", "j"], quiet: true, run: () => step(1) },
    { id: "project.before", label: t`Initiative before`, keys: ["shift+[", "k"], quiet: true, run: () => step(-1) },
  ]);
  return (
    <aside className="peek" aria-label={initiative?.name ?? t`Initiative`}>
      <div className="ph">
        <TypeIcon type={type} />
        <span className="c3 t12 peek-kind trunc">
          {initiative?.subtype ? subtypeLabel(type, initiative.subtype) : t`Initiative`}
        </span>
        <span className="sp" />
        <IconButton icon={ChevronUp} label={t`Initiative before`} keys="k" onPress={() => step(-1)} />
        <IconButton icon={ChevronDown} label={t`Next initiative`} keys="j" onPress={() => step(1)} />
        <IconButton icon={Maximize2} label={t`Open the project`} keys="o" onPress={open} />
        <IconButton icon={X} label={t`Close`} keys="escape" onPress={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`Initiative`}>
        {initiative ? (
          <>
            <Head initiative={initiative} parent={initiatives.find((one) => one.id === initiative.parent_id)} />
            <Facts initiative={initiative} />
            <Reports id={id} {...(mayManage && { report })} />
            <OpenTasks id={id} />
            <Risks id={id} />
          </>
        ) : (
          <p className="pad c2">
            <Trans>The list doesn't have it any more.</Trans>
          </p>
        )}
      </section>
      <Foot>
        <KeyHint keys={["o"]}>
          <Trans>open</Trans>
        </KeyHint>
        {mayManage && (
          <KeyHint keys={["r"]}>
            <Trans>report</Trans>
          </KeyHint>
        )}
        <span className="sp" />
        <span>
          <Trans>Saved</Trans>
        </span>
      </Foot>
    </aside>
  );
}

function Head({ initiative, parent }: { initiative: Initiative; parent: Initiative | undefined }) {
  const { data: card } = useQuery(cardQuery(initiative.id));
  return (
    <div className="pad peek-project">
      {parent && <p className="c3 t12">{parent.name}</p>}
      <h2 className="t20 w2">{initiative.name}</h2>
      {card?.description && <p className="c2">{card.description}</p>}
    </div>
  );
}

function Facts({ initiative }: { initiative: Initiative }) {
  const { t } = useLingui();
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const span = spanOf(initiative);
  const gone = timeGone(initiative);
  const share = shareSpent(initiative);
  const { completion, cost_budget: budget, cost_actual: spent } = initiative;
  return (
    <div className="sec">
      <KeyValue of={t`Status`}>
        <InitiativeStatus of={initiative} />
      </KeyValue>
      <KeyValue of={t`Runs`}>
        {span ? (
          <span className="num">
            {month(span.from)} – {month(span.to)}
          </span>
        ) : (
          <Missing title={t`No dates`} />
        )}
      </KeyValue>
      {(typeof completion === "number" || gone !== undefined) && (
        <KeyValue of={t`Done`}>
          {typeof completion === "number" && <span className="num">{percent(completion / 100)}</span>}
          <span className="c3 num">
            {typeof completion === "number" && gone !== undefined
              ? t`of the work, ${percent(gone)} of the time`
              : typeof completion === "number"
                ? t`of the work`
                : t`${percent(gone ?? 0)} of the time`}
          </span>
        </KeyValue>
      )}
      {budget !== null && (
        <KeyValue of={t`Budget`}>
          <span className="num">{money(budget, currency)}</span>
        </KeyValue>
      )}
      {spent !== null && (
        <KeyValue of={t`Spent`}>
          <span className="num">{money(spent, currency)}</span>
          {share !== undefined && <span className="c3 num">{percent(share)}</span>}
        </KeyValue>
      )}
    </div>
  );
}

function Reports({ id, report }: { id: string; report?: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(reportsQuery(id));
  const [latest] = data ?? [];
  return (
    <Section
      title={t`Reports`}
      count={data?.length ?? 0}
      {...(report && {
        remark: (
          <button type="button" className="lk" onClick={report}>
            <Trans>Report</Trans>
          </button>
        ),
      })}
    >
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={2} />}
      {data?.length === 0 && (
        <p className="c3 t12">
          <Trans>Nothing reported yet</Trans>
        </p>
      )}
      {data?.slice(0, SHOWN.reports).map((one) => (
        <div key={one.id} className="peek-report t12">
          <Link to="/ppm/$id/reports/$report" params={{ id, report: one.id }} className="num crumb-link">
            {month(one.report_date)}
          </Link>
          <Shapes report={one} />
          <span className="c2">{one.summary}</span>
        </div>
      ))}
      {latest?.next_steps && (
        <div className="peek-report t12">
          <span className="c3">
            <Trans>Next</Trans>
          </span>
          <span />
          <span>{latest.next_steps}</span>
        </div>
      )}
    </Section>
  );
}

function OpenTasks({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(planQuery(id));
  const open = (data?.tasks ?? [])
    .filter(({ status }) => status !== "done")
    .toSorted((one, other) => (one.due_date ?? "9").localeCompare(other.due_date ?? "9"));
  const late = open.filter(isLate).length;
  if (data && open.length === 0) return null;
  return (
    <Section
      title={t`Open tasks`}
      count={open.length}
      {...(late > 0 && { remark: <span className="late">{t`${number(late)} late`}</span> })}
    >
      {error && <Failed error={error} retry={refetch} />}
      {open.slice(0, SHOWN.tasks).map((task) => (
        <div key={task.id} className="rel">
          <TaskSign task={task} />
          <span className="trunc">{task.title}</span>
          {task.due_date && <span className={isLate(task) ? "e num late" : "e num"}>{month(task.due_date)}</span>}
        </div>
      ))}
    </Section>
  );
}

function Risks({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(projectRisksQuery(id));
  const open = (data ?? []).filter(({ status }) => status === "open" || status === "mitigating");
  if (data && open.length === 0) return null;
  return (
    <Section title={t`Risks`} count={open.length}>
      {error && <Failed error={error} retry={refetch} />}
      {open.slice(0, SHOWN.risks).map((risk) => (
        <div key={risk.id} className="project-risk t12">
          <b className="num">{number(risk.risk_score)}</b>
          <span>
            {risk.title}
            {risk.mitigation && <span className="c3">{risk.mitigation}</span>}
          </span>
        </div>
      ))}
    </Section>
  );
}
