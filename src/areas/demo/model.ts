/** The schemas of the demo. */
import { z } from "zod";
import { namedObject } from "../../http/schemas";

export const LoadedDemo = namedObject(
  "LoadedDemo",
  { cards: z.int(), relations: z.int(), projects: z.int() },
  "How many there are now",
);
export type LoadedDemo = z.infer<typeof LoadedDemo>;
