/** How large the file of a filled landscape is. */
import { statSync } from "node:fs";
import { filledFile } from "../filled";
import type { Figure } from "../report";

const MIB = 1_024 ** 2;
/** MiB that a hundred thousand cards with their relations, history and indexes may take. */
const PER_100_000 = 240;

/** The size of a file with so many cards, three times as many relations and one event for each card. */
export async function size(cards: number): Promise<Figure> {
  const { size: bytes } = statSync(await filledFile(cards));
  return {
    what: `file of ${cards.toLocaleString("en")} cards and ${(3 * cards).toLocaleString("en")} relations`,
    figure: bytes / MIB,
    unit: "MiB",
    atMost: (PER_100_000 * cards) / 100_000,
    from: `${Math.round(bytes / cards).toLocaleString("en")} bytes for each card`,
  };
}
