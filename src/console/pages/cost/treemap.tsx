/** Costs as areas, in groups with their sums. */
import { useLingui } from "@lingui/react/macro";
import { type HierarchyRectangularNode, hierarchy, treemap } from "d3-hierarchy";
import type { CSSProperties } from "react";
import { number } from "../../language/format";
import { useSize } from "../../ui/width";
import type { CostItem, Shade } from "./shade";

/** Px around the map, and above a group for its name. */
const MARGIN = 16;
const HEAD = 20;
/** The smallest areas that have a name, and an amount, in px. */
const NAMED = { width: 46, height: 22 };
const PRICED = { width: 64, height: 34 };

type Node = { name: string; item?: CostItem; children?: Node[] };
type Area = HierarchyRectangularNode<Node>;

const short = (value: number) => number(value, { notation: "compact", maximumSignificantDigits: 3 });

type TreemapProps = {
  items: readonly CostItem[];
  hasGroups: boolean;
  shade: Shade;
  /** The tone that is shown alone. */
  step: string | undefined;
  chosen: string | undefined;
  choose: (id: string) => void;
};

/** Returns the areas of a map of this size. */
function areasOf(items: readonly CostItem[], hasGroups: boolean, width: number, height: number): Area {
  const leaf = (item: CostItem): Node => ({ name: item.name, item });
  const groups = hasGroups ? [...Map.groupBy(items, ({ group }) => group ?? "")] : [["", items] as const];
  const root: Node = { name: "", children: groups.map(([name, own]) => ({ name, children: own.map(leaf) })) };
  const summed = hierarchy(root)
    .sum(({ item }) => item?.cost ?? 0)
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  return treemap<Node>()
    .size([width, height])
    .paddingInner(2)
    .paddingOuter(0)
    .paddingTop(({ depth }) => (depth === 1 && hasGroups ? HEAD : 0))(summed);
}

/** Shows the map. */
export function Treemap({ items, hasGroups, ...looks }: TreemapProps) {
  const { t } = useLingui();
  const [follow, { width, height }] = useSize<HTMLDivElement>();
  const root = areasOf(
    items.filter(({ cost }) => cost > 0),
    hasGroups,
    Math.max(0, width - 2 * MARGIN),
    Math.max(0, height - MARGIN),
  );
  return (
    <div ref={follow} className="fill cost-map">
      <ul aria-label={t`Costs as areas`} style={{ position: "absolute", left: MARGIN, top: 8 }}>
        {width > 0 &&
          root.children?.map((group) => (
            <Group key={group.data.name} group={group} isNamed={hasGroups} looks={looks} />
          ))}
      </ul>
    </div>
  );
}

type Looks = Omit<TreemapProps, "items" | "hasGroups">;

const placeOf = ({ x0, x1, y0, y1 }: Area): CSSProperties => ({ left: x0, top: y0, width: x1 - x0, height: y1 - y0 });

function Group({ group, isNamed, looks }: { group: Area; isNamed: boolean; looks: Looks }) {
  const { t } = useLingui();
  const name = group.data.name === "Ungrouped" ? t`No group` : group.data.name;
  return (
    <li>
      {isNamed && group.x1 - group.x0 > NAMED.width && (
        <div className="tmg" style={{ left: group.x0 + 2, top: group.y0, width: group.x1 - group.x0 - 4 }}>
          <b className="trunc">{name}</b>
          <span className="c3 num t11">{group.children?.length}</span>
          <span className="sp" />
          <span className="c3 num t11">{short(group.value ?? 0)}</span>
        </div>
      )}
      <ul>
        {group.children?.map((area) => area.data.item && <Tile key={area.data.item.id} area={area} {...looks} />)}
      </ul>
    </li>
  );
}

function Tile({ area, shade, step, chosen, choose }: { area: Area } & Looks) {
  const item = area.data.item as CostItem;
  const tone = shade.toneOf(item);
  const width = area.x1 - area.x0;
  const height = area.y1 - area.y0;
  const isOff = step !== undefined && step !== tone;
  const hasName = width >= NAMED.width && height >= NAMED.height;
  const amount = short(item.cost);
  const classes = ["tm", tone, item.id === chosen ? "foc" : "", isOff ? "off" : ""].filter(Boolean).join(" ");
  return (
    <li>
      <button
        type="button"
        className={classes}
        style={placeOf(area)}
        title={`${item.name} · ${amount}`}
        aria-label={hasName ? undefined : `${item.name} · ${amount}`}
        aria-pressed={item.id === chosen}
        onClick={() => choose(item.id)}
      >
        {hasName && <b className="trunc">{item.name}</b>}
        {width >= PRICED.width && height >= PRICED.height && <span className="num">{amount}</span>}
      </button>
    </li>
  );
}
