/** The cells of a portfolio: which cards are in which, and how their bubbles are packed. */
import { packEnclose, packSiblings } from "d3-hierarchy";
import type { PortfolioItem } from "./queries";
import type { ScaleStep } from "./subject";

/** A card as a bubble is drawn of it. */
export type Bubble = { item: PortfolioItem; size: number };

/** Returns the key of a cell, as the address has it. */
export const cellKey = (x: unknown, y: unknown): string => `${x}~${y}`;

/** Returns the size of a card, not below zero. @param hasSize false when all are alike */
export const sizeOf = ({ size }: PortfolioItem, hasSize: boolean): number =>
  hasSize ? (typeof size === "number" && size > 0 ? size : 0) : 1;

export type Cells = {
  /** Key of a cell → its cards, the largest first. */
  byKey: ReadonlyMap<string, readonly Bubble[]>;
  /** The cards that lack a value of an axis, the largest first. */
  unassessed: readonly Bubble[];
};

/** Sorts cards into their cells. */
export function cellsOf(
  items: readonly PortfolioItem[],
  { x, y }: Record<"x" | "y", readonly ScaleStep[]>,
  hasSize: boolean,
): Cells {
  const isOn = (scale: readonly ScaleStep[], value: unknown) => scale.some(({ key }) => key === value);
  const bubbles = items
    .map((item) => ({ item, size: sizeOf(item, hasSize) }))
    .sort((one, other) => other.size - one.size || one.item.name.localeCompare(other.item.name));
  const isAssessed = ({ item }: Bubble) => isOn(x, item.x) && isOn(y, item.y);
  return {
    byKey: Map.groupBy(bubbles.filter(isAssessed), ({ item }) => cellKey(item.x, item.y)),
    unassessed: bubbles.filter((bubble) => !isAssessed(bubble)),
  };
}

/** The smallest bubble in px; more than so many in a cell are counted. */
const MIN_RADIUS = 4.5;
export const MAX_BUBBLES = 100;
const GAP = 1.5;
const STEPS = 14;

type Circle = { x: number; y: number; r: number };

/** Packs circles around the middle of their cell, the largest first, the same each time. */
function packed(bubbles: readonly Bubble[], scale: number): { circles: Circle[]; radius: number } {
  const circles = packSiblings(
    bubbles.map(({ size }) => ({ x: 0, y: 0, r: Math.max(MIN_RADIUS, scale * Math.sqrt(size)) + GAP })),
  );
  const around = circles.length > 0 ? packEnclose(circles) : { x: 0, y: 0, r: 0 };
  return {
    circles: circles.map(({ x, y, r }) => ({ x: x - around.x, y: y - around.y, r: r - GAP })),
    radius: around.r,
  };
}

export type PlacedBubble = Bubble & Circle;

/**
 * Returns the bubbles of each cell with their places from its middle, at one scale for all cells: the largest at which the fullest
 * still has room.
 * @param room the radius that a cell has in px
 * @returns the places by cell, and the radius of a size
 */
export function packCells(
  byKey: Cells["byKey"],
  room: number,
): { places: ReadonlyMap<string, PlacedBubble[]>; radiusOf: (size: number) => number } {
  const cells = [...byKey].map(([key, bubbles]) => [key, bubbles.slice(0, MAX_BUBBLES)] as const);
  const largest = Math.max(1, ...cells.map(([, [first]]) => first?.size ?? 0));
  const fits = (scale: number) => cells.every(([, bubbles]) => packed(bubbles, scale).radius <= room);
  let [low, high] = [0, room / Math.sqrt(largest)];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const places = new Map(
    cells.map(([key, bubbles]) => {
      const { circles, radius } = packed(bubbles, low);
      // The smallest bubbles get smaller where they have no room.
      const factor = Math.min(1, room / Math.max(1, radius));
      return [
        key,
        bubbles.flatMap((bubble, at) => {
          const circle = circles[at];
          return circle ? [{ ...bubble, x: circle.x * factor, y: circle.y * factor, r: circle.r * factor }] : [];
        }),
      ];
    }),
  );
  return { places, radiusOf: (size) => Math.max(MIN_RADIUS, low * Math.sqrt(size)) };
}

/** Returns the number of cards and the sum of their sizes. */
export const sumOf = (bubbles: readonly Bubble[]) => ({
  count: bubbles.length,
  size: bubbles.reduce((sum, { size }) => sum + size, 0),
});
