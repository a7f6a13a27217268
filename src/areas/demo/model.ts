/** The schemas of the demo. */
import { z } from "zod";

export const LoadedDemo = z
  .object({ cards: z.int(), relations: z.int(), projects: z.int() })
  .meta({ id: "LoadedDemo", description: "How many there are now" });
export type LoadedDemo = z.infer<typeof LoadedDemo>;
