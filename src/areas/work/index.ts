/** Long changes and runs that are waiting or running. */
import { area } from "../../core/area";
import { operations } from "./operations";

export const workArea = area({
  name: "work",
  tags: { work: "Long changes and runs that are waiting or running" },
  operations,
});
