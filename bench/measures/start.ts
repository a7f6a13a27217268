/** The time that a start takes, from the command to the first healthy answer. */
import { join } from "node:path";
import { copyOfFilled } from "../filled";
import { newFolder, startStoa } from "../processes";
import { type Figure, median } from "../report";

/** Compares starts on a filled file with those on an empty one that has been started on before. */
export async function start(cards: number, times: number): Promise<Figure> {
  const folder = newFolder();
  const files = { empty: join(folder, "empty.db"), filled: await copyOfFilled(cards, join(folder, "filled.db")) };
  const took = { empty: [] as number[], filled: [] as number[] };
  for (let time = 0; time <= times; time++)
    for (const name of ["empty", "filled"] as const) {
      const server = await startStoa(files[name]);
      await server.stop();
      if (time > 0) took[name].push(server.startTook);
    }
  const empty = median(took.empty);
  const filled = median(took.filled);
  return {
    what: `start on ${cards.toLocaleString("en")} cards, against an empty file`,
    figure: filled / empty,
    unit: "ratio",
    atMost: 1.5,
    from: `${filled.toFixed(0)} ms and ${empty.toFixed(0)} ms, medians of ${times}`,
  };
}
