/** Comparisons of the landscape at two moments. */
import { area } from "../../core/area";
import { operations } from "./operations";
import { comparing, comparingAsFile, readingFormer } from "./tasks";

export const compareArea = area({
  name: "compare",
  tags: { compare: "What differs between the landscape at two moments" },
  operations,
  tasks: [readingFormer, comparing, comparingAsFile],
});
