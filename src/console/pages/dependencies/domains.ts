/** The domains of the landscape on a ring, and the flows between them as curves. */
import type { Domain, DomainFlow } from "./queries";

/** Domains on the ring at most: those over which most flows. */
export const MAX_RING = 24;
/** The size of a domain in px. */
export const BOX = { width: 168, height: 44 };
/** Px from the ring to the edge. */
const MARGIN = 12;
/** Px by which the curves of the two directions lie apart. */
const APART = 12;
/** Px of the tip of an arrow. */
const TIP = 6;
/** Flows whose counts are always shown; those of the chosen domain are shown too. */
const COUNTED = 40;
/** The width of a line in px, and from how many interfaces on it is as wide as it may be. */
const STROKE = { least: 1, more: 3 };
const STRONG = 10;

/** The key of the systems in no domain. */
export const NONE = "none";
export const keyOf = (id: string | null): string => id ?? NONE;

/** Returns the key of a flow. */
export const flowKey = ({ source_id, target_id, is_unknown }: DomainFlow): string =>
  `${keyOf(source_id)} ${keyOf(target_id)} ${is_unknown}`;

export type PlacedDomain = Domain & { key: string; x: number; y: number };
export type FlowCurve = DomainFlow & {
  key: string;
  from: string;
  to: string;
  path: string;
  tip: string;
  stroke: number;
  label: { x: number; y: number };
  isCounted: boolean;
};

/** Returns how much flows over a domain, in either direction. */
export const flowing = (key: string, flows: readonly DomainFlow[]): number =>
  flows.reduce(
    (sum, { source_id, target_id, count }) =>
      keyOf(source_id) === key || keyOf(target_id) === key ? sum + count : sum,
    0,
  );

/** Returns the domains of the ring in their order: those over which most flows, and before others those with more systems. */
export function onRing(domains: readonly Domain[], flows: readonly DomainFlow[]): Domain[] {
  const ranked = domains
    .map((domain) => ({ domain, all: flowing(keyOf(domain.id), flows) }))
    .sort((one, other) => other.all - one.all || other.domain.systems - one.domain.systems)
    .slice(0, MAX_RING)
    .map(({ domain }) => domain);
  return domains.filter((domain) => ranked.includes(domain));
}

/** Places domains on an ellipse, clockwise from the top; x and y are their middle. */
export function placed(domains: readonly Domain[], width: number, height: number): PlacedDomain[] {
  const radius = { x: (width - BOX.width) / 2 - MARGIN, y: (height - BOX.height) / 2 - MARGIN };
  return domains.map((domain, at) => {
    const angle = (2 * Math.PI * at) / domains.length - Math.PI / 2;
    return {
      ...domain,
      key: keyOf(domain.id),
      x: width / 2 + radius.x * Math.cos(angle),
      y: height / 2 + radius.y * Math.sin(angle),
    };
  });
}

type Point = { x: number; y: number };

const pointAt = (from: Point, over: Point, to: Point, part: number): Point => {
  const rest = 1 - part;
  const mixed = (axis: "x" | "y") => rest * rest * from[axis] + 2 * rest * part * over[axis] + part * part * to[axis];
  return { x: mixed("x"), y: mixed("y") };
};

const isInside = (point: Point, { x, y }: Point, more = 0) =>
  Math.abs(point.x - x) <= BOX.width / 2 + more && Math.abs(point.y - y) <= BOX.height / 2 + more;

/** The parts of a curve at which it is looked at. */
const PARTS = Array.from({ length: 101 }, (_, at) => at / 100);

/** Returns a curve bent to the middle of the ring, from the edge of a domain to the edge of another, with its tip and its label. */
function curveOf(from: PlacedDomain, to: PlacedDomain, middle: Point, isUnknown: boolean) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = isUnknown ? 0 : APART;
  const over = {
    x: ((from.x + to.x) / 2) * 0.55 + middle.x * 0.45 - (dy / length) * bend,
    y: ((from.y + to.y) / 2) * 0.55 + middle.y * 0.45 + (dx / length) * bend,
  };
  const begin = PARTS.find((part) => !isInside(pointAt(from, over, to, part), from)) ?? 0;
  const end = PARTS.findLast((part) => !isInside(pointAt(from, over, to, part), to, isUnknown ? 0 : TIP)) ?? 1;
  const points = PARTS.filter((part) => part >= begin && part <= end).map((part) => pointAt(from, over, to, part));
  const last = pointAt(from, over, to, end);
  const before = pointAt(from, over, to, Math.max(0, end - 0.02));
  const turn = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  return {
    path: `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`,
    tip: `translate(${last.x.toFixed(1)} ${last.y.toFixed(1)}) rotate(${turn.toFixed(1)})`,
    label: pointAt(from, over, to, isUnknown ? 0.5 : 0.4),
  };
}

/** Returns the flows among placed domains as curves, the weakest first, so that the strongest lie on top. */
export function curvesOf(domains: readonly PlacedDomain[], flows: readonly DomainFlow[], middle: Point): FlowCurve[] {
  const byKey = new Map(domains.map((domain) => [domain.key, domain]));
  const shown = flows.filter(({ source_id, target_id }) => byKey.has(keyOf(source_id)) && byKey.has(keyOf(target_id)));
  const largest = Math.max(STRONG, ...shown.map(({ count }) => count));
  return shown
    .map((flow, place) => {
      const [from, to] = [keyOf(flow.source_id), keyOf(flow.target_id)];
      return {
        ...flow,
        ...{ from, to, key: flowKey(flow) },
        ...curveOf(byKey.get(from) as PlacedDomain, byKey.get(to) as PlacedDomain, middle, flow.is_unknown),
        stroke: STROKE.least + STROKE.more * Math.sqrt(flow.count / largest),
        isCounted: place < COUNTED,
      };
    })
    .reverse();
}
