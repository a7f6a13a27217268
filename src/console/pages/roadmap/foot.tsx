/** The foot of the roadmap: what lives, ends, comes and costs between today and the date. */
import { Trans } from "@lingui/react/macro";
import { day, number, shortMoney } from "../../language/format";
import type { Schemas } from "../../server/client";
import { Foot, KeyHint } from "../../ui/bars";

type FootProps = { figures: Schemas["RoadmapFigures"] | undefined; at: string; currency: string };

/** Shows the figures at the date; costs only when the server has counted them. */
export function RoadmapFoot({ figures, at, currency }: FootProps) {
  return (
    <Foot>
      {figures && (
        <>
          <span>
            <Trans>
              At {day(at)}: <b>{number(figures.live_at)}</b> live, {number(figures.live_today)} today
            </Trans>
          </span>
          <span>
            <Trans>
              <b>−{number(figures.ended)}</b> ended
            </Trans>
          </span>
          <span>
            <Trans>
              <b>+{number(figures.begun)}</b> new
            </Trans>
          </span>
          {figures.cost_at !== undefined && figures.cost_today !== undefined && (
            <span>
              <Trans>
                <b>{shortMoney(figures.cost_at, currency)}</b> a year, {shortMoney(figures.cost_today, currency)} today
              </Trans>
            </span>
          )}
        </>
      )}
      <span className="sp" />
      <KeyHint keys={["shift+arrowleft", "shift+arrowright"]}>
        <Trans>move the date</Trans>
      </KeyHint>
      <KeyHint keys={["shift+enter"]}>
        <Trans>open all</Trans>
      </KeyHint>
    </Foot>
  );
}
