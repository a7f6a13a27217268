/** The place of the register while no risk is in it. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { NO_FILTER } from "../../filters/condition";
import { riskMetricsQuery } from "../../risks/queries";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/states";
import type { Register } from "./state";

/** Shows what helps: other filters, or the first risk. @param props.make nothing for whoever may not make one */
export function Nothing({ register, make }: { register: Register; make?: () => void }) {
  const { filter, setFilter } = register;
  const { data } = useQuery(riskMetricsQuery(NO_FILTER));
  const hasSome = (data?.total ?? 0) > 0 && (filter.conditions.length > 0 || filter.search !== "");
  return (
    <div className="grid-nothing">
      {hasSome ? (
        <Empty
          title={<Trans>No risk fits these filters</Trans>}
          actions={
            <Button look="line" onPress={() => setFilter(NO_FILTER)}>
              <Trans>Take the filters away</Trans>
            </Button>
          }
        >
          <Trans>Take one away, or choose other values in its chip.</Trans>
        </Empty>
      ) : (
        <Empty
          title={<Trans>No risks yet</Trans>}
          {...(make && {
            actions: (
              <Button look="line" icon={Plus} onPress={make}>
                <Trans>Risk</Trans>
              </Button>
            ),
          })}
        >
          <Trans>What threatens the landscape stands here, with what is done about it.</Trans>
        </Empty>
      )}
    </div>
  );
}
