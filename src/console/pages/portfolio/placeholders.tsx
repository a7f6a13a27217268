/** The sum of a corner of the portfolio, and what stands there without a chart. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button } from "react-aria-components";
import { useGo } from "../../navigation/link";
import { Empty } from "../../ui/states";
import type { Subject } from "./subject";

/** Shows the sum of a corner of the chart. */
export function Corner({ words, sum }: { words: string; sum: string }) {
  return (
    <div>
      <span className="k trunc" title={words}>
        {words}
      </span>
      <b className="num">{sum}</b>
    </div>
  );
}

/** Shows the chart while it is loaded. */
export function ChartLoading() {
  return (
    <div className="pf-loading" aria-busy="true">
      {Array.from({ length: 16 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that are all alike
        <span key={at} className="sk" />
      ))}
    </div>
  );
}

/** Says that there are cards, and that none has a value of both axes. */
export function NothingAssessed({ subject: { type, x }, count }: { subject: Subject; count: number }) {
  const { t } = useLingui();
  const go = useGo();
  return (
    <Empty
      title={t`Nothing is assessed`}
      actions={
        <Button
          className="btn line"
          onPress={() => go({ to: "/inventory", search: { type: type.key, filter: `${x.key}:empty` } })}
        >
          <Trans>Assess them</Trans>
        </Button>
      }
    >
      <Plural
        value={count}
        one="# card has no value of both axes yet."
        other="# cards have no value of both axes yet."
      />
    </Empty>
  );
}
