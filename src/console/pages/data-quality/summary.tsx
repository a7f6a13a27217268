/** The summary of the report: the quality of the whole, what helps most, and where to begin. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Filter } from "../../filters/condition";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { Foot } from "../../ui/bars";
import { TypeIcon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { helpsMost, missingSearch, verbOfMissing } from "./missing";
import type { DataQuality } from "./query";

const HELPS = 9;
const WORST = 5;

/** Shows the summary. */
export function QualitySummary({ data, filter }: { data: DataQuality; filter: Filter }) {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  const nothing = data.worst_items.filter(({ data_quality }) => data_quality === 0).length;
  return (
    <aside className="peek quality-summary" aria-label={t`The whole landscape`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`The whole landscape`}>
        <div className="pad">
          <div className="quality-whole">
            <h2 className="w2 trunc">{t`Quality of the landscape`}</h2>
            <span className="sp" />
            <span className="t20 w2 num">{number(data.overall_data_quality, { maximumFractionDigits: 0 })}</span>
            <span className="c3 t12">{t`of 100`}</span>
          </div>
          <Histogram counts={data.histogram ?? []} />
        </div>
        <Section title={t`What helps most`} remark={t`cards, points`}>
          {helpsMost(data.by_type, HELPS).map(({ type: key, item, gain }) => {
            const type = types.get(key);
            return (
              <div className="rel" key={`${key} ${item.kind} ${item.key} ${item.side ?? ""}`}>
                <TypeIcon type={type} />
                <Link to="/inventory" search={missingSearch(filter, item, key)} className="lk trunc">
                  {verbOfMissing(item, type)}
                  <span className="c3 t12"> · {type ? labelOf(type) : key}</span>
                </Link>
                <span className="e num">{number(item.count)}</span>
                <span className="num quality-gain">
                  +{number(gain, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
                </span>
              </div>
            );
          })}
        </Section>
        {data.worst_items.length > 0 && (
          <Section title={t`Begin with these`} remark={nothing > 0 && t`${number(nothing)} have nothing at all`}>
            {data.worst_items.slice(0, WORST).map(({ id, name, type, data_quality }) => (
              <div className="rel" key={id}>
                <TypeIcon type={types.get(type)} />
                <button type="button" className="quality-name trunc" onClick={() => setPeek(id)}>
                  {name}
                </button>
                <span className="e num">{number(data_quality, { maximumFractionDigits: 0 })}</span>
              </div>
            ))}
          </Section>
        )}
      </section>
      <Foot>
        <span>
          <Trans>A figure is a filter: it opens the grid with just these</Trans>
        </span>
      </Foot>
    </aside>
  );
}

/** Shows how many cards there are of each ten points. @param counts ten of them */
function Histogram({ counts }: { counts: readonly number[] }) {
  const { t } = useLingui();
  const highest = Math.max(1, ...counts);
  const mark = (at: number) => (at < 5 ? "b" : at < 7 ? "w" : "d");
  return (
    <>
      <div className="hist quality-hist" role="img" aria-label={t`Cards by quality: ${counts.join(", ")}`}>
        {counts.map((count, at) => (
          <i
            key={`${mark(at)}${String(at)}`}
            className={mark(at)}
            style={{ height: `${(100 * count) / highest}%` }}
            title={`${at * 10}–${at * 10 + 10}: ${number(count)}`}
          />
        ))}
      </div>
      <div className="quality-scale t11 c3 num" aria-hidden>
        <span>0</span>
        <span>50</span>
        <span>70</span>
        <span>100</span>
      </div>
    </>
  );
}
