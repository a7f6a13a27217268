/** Going from one thing to the next as they lie on the page. */

type Direction = "up" | "down" | "left" | "right";
type Place = { getBoundingClientRect: () => { left: number; top: number; width: number; height: number } };

const middleOf = (one: Place) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Returns the thing that is nearest in a direction; undefined at the edge. A thing in line goes before one that is nearer but askew. */
export function nearest<P extends Place>(from: P, all: readonly P[], direction: Direction): P | undefined {
  const here = middleOf(from);
  const isAcross = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  const ranked = all.flatMap((one) => {
    const { x, y } = middleOf(one);
    const [along, off] = isAcross ? [x - here.x, y - here.y] : [y - here.y, x - here.x];
    return along * sign > 1 ? [{ one, distance: Math.abs(along) + 3 * Math.abs(off) }] : [];
  });
  return ranked.sort((left, right) => left.distance - right.distance)[0]?.one;
}
