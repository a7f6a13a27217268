/** The foot of the inventory: how many of how many, what they cost, their quality, and what is missing. */
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { countsQuery } from "../../cards/queries";
import { withCondition } from "../../filters/condition";
import { number, shortMoney } from "../../language/format";
import type { Schemas } from "../../server/client";
import { settingsQuery } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { type InventoryState, responsibleOf } from "./state";

type FootProps = {
  state: InventoryState;
  summary: Schemas["CardList"] | undefined;
  total: number;
  /** The groups that are left out. */
  more: number;
};

/** Shows the foot; each figure of what is missing is a filter. */
export function InventoryFoot({ state, summary, total, more }: FootProps) {
  const { data: counts } = useQuery(countsQuery);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const all = state.typeKey
    ? (counts?.by_type.find(({ type }) => type === state.typeKey)?.count ?? 0)
    : (counts?.total ?? 0);
  const cost = state.fields.find(({ kind }) => kind === "cost")?.name;
  const sum = cost ? summary?.totals?.[cost]?.sum : undefined;
  const quality = summary?.totals?.["data_quality"]?.mean;
  const [role] = responsibleOf(state.fields);
  const without = role && summary?.totals?.[role] ? total - summary.totals[role].filled : 0;
  return (
    <Foot>
      <span>
        <Trans>
          <b>{number(total)}</b> of {number(all)}
        </Trans>
      </span>
      {sum !== undefined && (
        <span>
          <Trans>
            <b>{shortMoney(sum, settings.currency)}</b> a year
          </Trans>
        </span>
      )}
      {typeof quality === "number" && (
        <span>
          <Trans>
            quality <b>{number(Math.round(quality))}</b>
          </Trans>
        </span>
      )}
      {role && without > 0 && (
        <Button
          className="lk"
          onPress={() =>
            state.setFilter((newest) => withCondition(newest, { field: role, isNegated: false, kind: "empty" }))
          }
        >
          <Plural value={without} one="# without a responsible" other="# without a responsible" />
        </Button>
      )}
      {more > 0 && (
        <span>
          <Plural value={more} one="# small group isn’t shown" other="# small groups aren’t shown" />
        </span>
      )}
      <span className="sp" />
      <KeyHint keys={["arrowup", "arrowdown"]}>
        <Trans>move</Trans>
      </KeyHint>
      <KeyHint keys={["space"]}>
        <Trans>peek</Trans>
      </KeyHint>
      <KeyHint keys={["?"]}>
        <Trans>all keys</Trans>
      </KeyHint>
    </Foot>
  );
}
