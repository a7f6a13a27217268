/** The question after this one about the same card. */
import { Trans } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Icon } from "../ui/icon";
import type { AskedField } from "./queries";
import { isEmpty, nameOf, Value } from "./words";

type NextProps = { fields: readonly AskedField[]; at: number; open: (at: number) => void };

/** Shows the next question with what is recorded; a press leaves this one for later. Shows nothing after the last one. */
export function NextQuestion({ fields, at, open }: NextProps) {
  const next = fields[at + 1];
  if (!next) return null;
  return (
    <button type="button" className="prow first" onClick={() => open(at + 1)}>
      <span>
        <span className="k">
          <Trans>Next question</Trans>
        </span>
        <span>
          {next.question || nameOf(next)}{" "}
          {!isEmpty(next.current_value) && (
            <span className="c3">
              <Value field={next} value={next.current_value} />
            </span>
          )}
        </span>
      </span>
      <Icon of={ChevronRight} size={14} />
    </button>
  );
}
