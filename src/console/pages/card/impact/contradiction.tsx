/** The contradiction in an impact: a card that has ended by its dates, and still is in use by its relations. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { day } from "../../../language/format";
import { useMay } from "../../../server/session";
import { Status } from "../../../ui/signs";
import { type AffectedCard, cardRisksQuery, type Direction } from "./query";
import { isPast } from "./rank";

/** Returns what has ended and is nearest. @param items the gravest first */
export const contradictionIn = (items: readonly AffectedCard[], at: string): AffectedCard | undefined =>
  items.filter((item) => isPast(item, at)).toSorted((one, other) => one.depth - other.depth)[0];

/** Says it in words, with the risk behind it. */
export function Contradiction({ item, direction }: { item: AffectedCard; direction: Direction }) {
  const maySeeRisks = useMay("risks.view");
  const { data: risks = [] } = useQuery({ ...cardRisksQuery(item.id), enabled: maySeeRisks });
  const ended = day(String((item.lifecycle as Record<string, unknown>)["endOfLife"]));
  const [risk] = risks;
  return (
    <p className="callout impact-callout">
      <Status tone="bad"> </Status>
      <span>
        {direction === "downstream" ? (
          <Trans>
            <b>{item.name}</b> ended on {ended} and still depends on this.
          </Trans>
        ) : (
          <Trans>
            <b>{item.name}</b> ended on {ended} and is still relied on.
          </Trans>
        )}
        {risk && (
          <>
            <br />
            <span className="num">{risk.reference}</span> <span className="c3">{risk.title}</span>
          </>
        )}
      </span>
    </p>
  );
}
