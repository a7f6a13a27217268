/** The place of the list while no finding is in it. */
import { Trans } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { startScan } from "../../compliance/changes";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/states";

/** Shows what helps: other filters, or a run of the rules. */
export function Nothing({ hasFindings, clear, mayRun }: { hasFindings: boolean; clear: () => void; mayRun: boolean }) {
  return (
    <div className="grid-nothing">
      {hasFindings ? (
        <Empty
          title={<Trans>No finding fits these filters</Trans>}
          actions={
            <Button look="line" onPress={clear}>
              <Trans>Take the filters away</Trans>
            </Button>
          }
        >
          <Trans>Take one away, or choose other values in its chip.</Trans>
        </Empty>
      ) : (
        <Empty
          title={<Trans>Nothing was found yet</Trans>}
          {...(mayRun && {
            actions: (
              <Button look="line" icon={Play} onPress={() => void startScan()}>
                <Trans>Run the rules</Trans>
              </Button>
            ),
          })}
        >
          <Trans>The rules compare each card with the regulations that are switched on.</Trans>
        </Empty>
      )}
    </div>
  );
}
