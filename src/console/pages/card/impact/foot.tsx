/** The foot of the list: how many, what they cost, how many are critical, and for how many nobody is responsible. */
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "react-aria-components";
import { number, shortMoney } from "../../../language/format";
import { useTypes } from "../../../metamodel/queries";
import { Foot } from "../../../ui/bars";
import type { AffectedCard, Impact } from "./query";
import { GRAVEST, gravityOf, isUnowned } from "./rank";

type FootProps = {
  data: Impact | undefined;
  /** The listed items. */
  near: readonly AffectedCard[];
  /** Filters by what nobody is responsible for; undefined while it does. */
  onUnowned: (() => void) | undefined;
  currency: string;
};

/** Shows the foot. */
export function ImpactFoot({ data, near, onUnowned, currency }: FootProps) {
  const types = useTypes();
  if (!data) return <Foot> </Foot>;
  const all = data.by_depth.reduce((sum, { count }) => sum + count, 0);
  const cost = near.reduce((sum, item) => sum + (item.cost ?? 0), 0);
  const grave = near.filter((item) => gravityOf(item, types.get(item.type)) === GRAVEST).length;
  const unowned = near.filter((item) => isUnowned(item, types.get(item.type))).length;
  return (
    <Foot>
      <span>
        <Trans>
          <b>{number(near.length)}</b> of {number(all)}
        </Trans>
      </span>
      {data.total_cost !== null && cost > 0 && (
        <span>
          <Trans>
            <b>{shortMoney(cost, currency)}</b> a year
          </Trans>
        </span>
      )}
      {grave > 0 && (
        <span>
          <Trans>
            <b>{number(grave)}</b> most critical
          </Trans>
        </span>
      )}
      {unowned > 0 && onUnowned && (
        <Button className="lk" onPress={onUnowned}>
          <Plural value={unowned} one="# without a responsible" other="# without a responsible" />
        </Button>
      )}
    </Foot>
  );
}
