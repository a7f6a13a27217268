/** Signs of projects: their status, the three judgements of a report, and what was spent of a budget. */
import { t } from "@lingui/core/macro";
import { Check, CirclePause } from "lucide-react";
import { today } from "../charts/days";
import { number } from "../language/format";
import { fieldOf, optionLabel, subtypeLabel } from "../metamodel/fields";
import { type CardType, useTypes } from "../metamodel/queries";
import { Icon } from "../ui/icon";
import { Missing, Status } from "../ui/signs";
import { isUnderWay, shareSpent, spanOf, timeGone } from "./initiatives";
import { type Health, INITIATIVE, type Initiative, type StatusReport } from "./queries";
import { ASPECTS, aspectWords, healthWords } from "./words";

export const TONES: Record<Health, "good" | "warn" | "bad"> = { onTrack: "good", atRisk: "warn", offTrack: "bad" };

const isHealth = (status: string): status is Health => status in TONES;

/** Returns the word of an initiative's status. */
export const statusWord = (type: CardType | undefined, status: string): string =>
  optionLabel(fieldOf(type, "initiativeStatus"), status);

/** Shows the status of an initiative; what hasn't begun is a word alone. */
export function InitiativeStatus({
  of,
}: {
  of: Pick<Initiative, "status" | "subtype"> & Parameters<typeof spanOf>[0];
}) {
  const type = useTypes().get(INITIATIVE);
  const { status, subtype } = of;
  if (status === null) {
    if (subtype === "idea") return <span className="c3">{subtypeLabel(type, subtype)}</span>;
    const span = spanOf(of);
    return span && span.from > today() ? (
      <span className="c3">{t`Not started`}</span>
    ) : (
      <Missing title={t`No status`} />
    );
  }
  const word = statusWord(type, status);
  if (isHealth(status)) return <Status tone={TONES[status]}>{word}</Status>;
  const sign = status === "completed" ? Check : status === "onHold" ? CirclePause : undefined;
  return (
    <span className="st mut">
      {sign && <Icon of={sign} size={14} />}
      {word}
    </span>
  );
}

/** Shows a judgement by its shape, with its word unless it stands alone. */
export function HealthSign({ health, isAlone = false }: { health: Health; isAlone?: boolean }) {
  const word = healthWords()[health];
  return isAlone ? <Status tone={TONES[health]} title={word} /> : <Status tone={TONES[health]}>{word}</Status>;
}

/** Shows the three judgements of a report as shapes. */
export function Shapes({ report }: { report: StatusReport }) {
  const words = aspectWords();
  return (
    <span className="shapes">
      {ASPECTS.map((aspect) => (
        <span key={aspect} title={`${words[aspect]}: ${healthWords()[report[aspect]]}`}>
          <HealthSign health={report[aspect]} isAlone />
        </span>
      ))}
    </span>
  );
}

/** Shows the latest report of an initiative; a ring when it is under way and there is none. */
export function LatestReport({ of }: { of: Initiative }) {
  if (of.latest_report) return <Shapes report={of.latest_report} />;
  return isUnderWay(of) ? (
    <span className="shapes">
      <span>
        <Missing title={t`Nothing reported yet`} />
      </span>
    </span>
  ) : null;
}

/** Returns a share as a percentage. */
export const percent = (share: number): string => number(share, { style: "percent", maximumFractionDigits: 0 });

/** Room of the bar beyond its budget, as a share. */
const BEYOND = 1.15;

/** Shows what was spent of the budget as a bar, amber beyond it; a line of ink is the time that is gone. */
export function Spent({ of }: { of: Initiative }) {
  const share = shareSpent(of);
  if (share === undefined) return null;
  const gone = timeGone(of);
  const at = (part: number) => `${(Math.min(part, BEYOND) / BEYOND) * 100}%`;
  return (
    <>
      <span className="spend" aria-hidden>
        <b style={{ width: at(1) }} />
        <i style={{ width: at(Math.min(share, 1)) }} />
        {share > 1 && <i className="o" style={{ left: at(1), width: `calc(${at(share)} - ${at(1)})` }} />}
        {gone !== undefined && <u style={{ left: at(gone) }} />}
      </span>
      <span className={`num spend-figure ${share > 1 ? "beyond" : ""}`}>{percent(share)}</span>
      {gone !== undefined && <span className="aloud">{t`${percent(gone)} of the time is gone`}</span>}
    </>
  );
}
