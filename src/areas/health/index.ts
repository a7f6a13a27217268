/** The health of the server: a sign of life with its version and commit. */
import { area } from "../../core/area";
import { operations } from "./operations";

export const healthArea = area({
  name: "health",
  tags: { health: "A sign of life with version and commit" },
  operations,
});
