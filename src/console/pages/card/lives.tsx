/** The life cycle of a card and those of its neighbours on one axis: successors, predecessors, and the initiatives that change it. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { lifeInWords } from "../../cards/life-line";
import { livesQuery, relationsQuery } from "../../cards/queries";
import { AxisHead, AxisLines, LifeCycleBar } from "../../charts/life-cycle";
import { axisBetween, type TimeAxis } from "../../charts/time-axis";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import type { Schemas } from "../../server/client";
import { useIsPhone } from "../../state/media";
import { TypeIcon } from "../../ui/icon";
import { useWidth } from "../../ui/width";
import type { CardProps } from "./bar";

const MOST = 6;
/** Widths of the names, in px. */
const NAMES = { desk: 180, phone: 112 };
const ROW = 24;
/** Years that the axis shows at least around today. */
const YEARS = { before: 4, after: 4 };

type CardLife = Pick<Schemas["Card"], "id" | "name" | "type" | "lifecycle">;

const hasDays = ({ lifecycle }: CardLife) =>
  Object.values(lifecycle ?? {}).some((day) => typeof day === "string" && day);

/** Returns an axis from the first to the last day of some life cycles. */
function axisOf(lives: readonly CardLife[], width: number): TimeAxis {
  const years = lives
    .flatMap(({ lifecycle }) => Object.values(lifecycle ?? {}))
    .filter((day): day is string => typeof day === "string" && day !== "")
    .map((day) => new Date(day).getUTCFullYear());
  const now = new Date().getFullYear();
  const first = Math.min(now - YEARS.before, ...years);
  const last = Math.max(now + YEARS.after, ...years.map((year) => year + 1));
  return axisBetween(new Date(Date.UTC(first, 0)), new Date(Date.UTC(last, 0)), width);
}

/** Shows the rows on one axis; nothing for a card that has no days. */
export function Lives({ card }: CardProps) {
  const { t } = useLingui();
  const types = useTypes();
  const names = useIsPhone() ? NAMES.phone : NAMES.desk;
  const [room, width] = useWidth<HTMLDivElement>();
  const { data: relations = [] } = useQuery(relationsQuery(card.id));
  const ids = relations
    .map(({ source_id, source, target }) => (source_id === card.id ? target : source))
    .filter((other) => other !== null && (other.type === card.type || other.type === "Initiative"))
    .map((other) => other?.id ?? "")
    .slice(0, MOST);
  const { data: others } = useQuery({ ...livesQuery(ids), enabled: ids.length > 0 });
  const lives: CardLife[] = [card, ...(others?.items ?? [])].filter(hasDays);
  if (lives.length === 0) return null;
  const axis = axisOf(lives, Math.max(120, width - names));
  return (
    <section className="lives">
      <h2 className="h3">
        {t`Life cycle`}
        <span className="sp" />
        <span className="n t12">{lifeInWords(card.lifecycle ?? {})}</span>
      </h2>
      <div className="lives-rows" ref={room} style={{ "--names": `${names}px` } as CSSProperties}>
        {width > 0 && (
          <>
            <div className="lives-row lives-axis">
              <AxisHead axis={axis} />
            </div>
            <div className="lives-body">
              <AxisLines axis={axis} left={`${names}px`} />
              {lives.map((life) => (
                <div className="lives-row" key={life.id}>
                  <span className="lives-name">
                    <TypeIcon type={types.get(life.type)} />
                    {life.id === card.id ? (
                      <span className="trunc">{life.name}</span>
                    ) : (
                      <Link to="/cards/$id" params={{ id: life.id }} className="trunc quiet-link">
                        {life.name}
                      </Link>
                    )}
                  </span>
                  <LifeCycleBar life={life.lifecycle ?? {}} axis={axis} height={ROW} />
                </div>
              ))}
            </div>
          </>
        )}
      </div>
    </section>
  );
}
