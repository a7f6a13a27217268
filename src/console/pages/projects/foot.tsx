/** The foot of the portfolio. */
import { Plural, Trans } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { number, shortMoney } from "../../language/format";
import { isUnreported, topOf } from "../../projects/initiatives";
import type { Initiative } from "../../projects/queries";
import { settingsQuery } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";

type FootProps = { initiatives: readonly Initiative[]; onUnreported: () => void };

/** Shows how many there are and what those at the top cost, as the money of a project is in that of its program. */
export function PortfolioFoot({ initiatives, onUnreported }: FootProps) {
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const top = topOf(initiatives);
  const sum = (key: "cost_budget" | "cost_actual") => top.reduce((all, one) => all + (one[key] ?? 0), 0);
  const [budget, spent] = [sum("cost_budget"), sum("cost_actual")];
  const unreported = initiatives.filter(isUnreported).length;
  return (
    <Foot>
      <span>
        <b>{number(initiatives.length)}</b> <Plural value={initiatives.length} one="initiative" other="initiatives" />
      </span>
      {budget + spent > 0 && (
        <span>
          <Trans>
            <b>{shortMoney(budget, currency)}</b> budget, <b>{shortMoney(spent, currency)}</b> spent at the top level
          </Trans>
        </span>
      )}
      {unreported > 0 && (
        <button type="button" className="lk" onClick={onUnreported}>
          <Trans>{number(unreported)} under way without a report</Trans>
        </button>
      )}
      <span className="sp" />
      <span className="desk-only">
        <KeyHint keys={["space"]}>
          <Trans>peek</Trans>
        </KeyHint>
        <KeyHint keys={["r"]}>
          <Trans>report</Trans>
        </KeyHint>
        <KeyHint keys={["?"]}>
          <Trans>all keys</Trans>
        </KeyHint>
      </span>
    </Foot>
  );
}
