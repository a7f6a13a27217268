/** The foot of a transfer: what the file brings. */
import { Trans } from "@lingui/react/macro";
import { number } from "../../language/format";
import { Foot } from "../../ui/bars";

type TotalsProps = { created: number; changed: number; same: number; refused: number };

/** Shows the counts of all records of a file by what becomes of them. */
export function Totals({ created, changed, same, refused }: TotalsProps) {
  return (
    <Foot>
      <span>
        <b>{number(created)}</b> <Trans>new</Trans>
      </span>
      <span>
        <b>{number(changed)}</b> <Trans>changed</Trans>
      </span>
      <span>
        <b>{number(same)}</b> <Trans>as they are</Trans>
      </span>
      <span>
        <b>{number(refused)}</b> <Trans>refused</Trans>
      </span>
    </Foot>
  );
}
