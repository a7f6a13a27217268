/** The work that waits or runs now, with how far it is and the way to cancel it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { fromNow, number } from "../../language/format";
import { cancelWork } from "../../operations/changes";
import type { Work } from "../../operations/queries";
import { useWorkName } from "../../operations/use-name";
import { Rows } from "../../ui/rows";
import { AskingVerb } from "../../ui/side";

const COLUMNS = "minmax(200px,1fr) 130px 160px 200px";

/** Shows the work. */
export function Running({ work }: { work: readonly Work[] }) {
  const { t } = useLingui();
  const nameOf = useWorkName();
  return (
    <section aria-label={t`Now`}>
      <h2 className="gsec">
        <b>
          <Trans>Now</Trans>
        </b>{" "}
        <span className="n num">{work.length}</span>
      </h2>
      {work.length === 0 && (
        <p className="more c3">
          <Trans>Nothing waits or runs.</Trans>
        </p>
      )}
      <Rows label={t`Now`} items={work} keyOf={({ id }) => id} columns={COLUMNS}>
        {(one) => (
          <>
            <div className="p16">
              <span className="trunc">{nameOf(one.operation)}</span>
            </div>
            <div className="c2 num">{progressOf(one)}</div>
            <div className="c2">
              {one.started_at ? t`began ${fromNow(one.started_at)}` : t`waits since ${fromNow(one.requested_at)}`}
            </div>
            <div>
              <AskingVerb
                icon={X}
                verb={t`Cancel`}
                question={t`What is done so far may stay.`}
                run={() => cancelWork(one, nameOf(one.operation))}
              />
            </div>
          </>
        )}
      </Rows>
    </section>
  );
}

const progressOf = ({ done, total }: Work): string =>
  total === null ? (done > 0 ? number(done) : "") : `${number(done)} / ${number(total)}`;
