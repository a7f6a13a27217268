/** Search in everything that has a name. */
import { area } from "../../core/area";
import { operations } from "./operations";

export const searchArea = area({
  name: "search",
  landscape: true,
  tags: { search: "Search in everything that has a name" },
  operations,
});
