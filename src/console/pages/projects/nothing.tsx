/** The portfolio without an initiative. */
import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/states";

/** Says that there are none, or none that fit, with the verb that helps. */
export function Nothing({ isFiltered, clear, make }: { isFiltered: boolean; clear: () => void; make?: () => void }) {
  return (
    <div className="grid-nothing">
      {isFiltered ? (
        <Empty
          title={<Trans>No initiative fits these filters</Trans>}
          actions={
            <Button look="line" onPress={clear}>
              <Trans>Take the filters away</Trans>
            </Button>
          }
        />
      ) : (
        <Empty
          title={<Trans>No initiatives yet</Trans>}
          {...(make && {
            actions: (
              <Button look="line" onPress={make}>
                <Trans>Initiative</Trans>
              </Button>
            ),
          })}
        >
          <Trans>Ideas, programs and projects stand here, with their reports, their time and their money.</Trans>
        </Empty>
      )}
    </div>
  );
}
