/** The three judgements of a report, chosen by a press or with the arrows, each with what it was before. */
import { useLingui } from "@lingui/react/macro";
import { Radio, RadioGroup } from "react-aria-components";
import { month } from "../../language/format";
import type { Health, StatusReport } from "../../projects/queries";
import { changeReport } from "../../projects/report-changes";
import { HealthSign } from "../../projects/signs";
import { ASPECTS, type Aspect, aspectWords, healthWords } from "../../projects/words";

type JudgementsProps = { report: StatusReport; before: StatusReport | undefined; mayWrite: boolean };

const HEALTHS: readonly Health[] = ["onTrack", "atRisk", "offTrack"];

/** Shows the judgements. */
export function Judgements({ report, before, mayWrite }: JudgementsProps) {
  return (
    <div className="judgements">
      {ASPECTS.map((aspect) => (
        <Judgement key={aspect} {...{ aspect, report, before, mayWrite }} />
      ))}
    </div>
  );
}

function Judgement({ aspect, report, before, mayWrite }: JudgementsProps & { aspect: Aspect }) {
  const { t } = useLingui();
  const name = aspectWords()[aspect];
  const health = report[aspect];
  const was = before && before[aspect] !== health ? before : undefined;
  const choose = (next: Health) =>
    next !== health && void changeReport(report, { [aspect]: next }, t`${name}: ${healthWords()[next]}`);
  return (
    <div className="judgement">
      <span className="c3 t11">{name}</span>
      {mayWrite && (
        <RadioGroup
          aria-label={name}
          className="health-choice no-print"
          orientation="horizontal"
          value={health}
          onChange={(next) => choose(next as Health)}
        >
          {HEALTHS.map((one) => (
            <Radio key={one} value={one} className="health-one" aria-label={healthWords()[one]}>
              <HealthSign health={one} {...(one !== health && { isAlone: true })} />
            </Radio>
          ))}
        </RadioGroup>
      )}
      <span className={mayWrite ? "print-only" : ""}>
        <HealthSign health={health} />
      </span>
      <span className="c3 t11">
        {was ? t`${healthWords()[was[aspect]]} in ${month(was.report_date)}` : before ? t`as before` : ""}
      </span>
    </div>
  );
}
