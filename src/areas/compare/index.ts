/** Comparisons of the landscape at two moments, and of scenarios side by side. */
import { area } from "../../core/area";
import { operations } from "./operations";
import { comparing, comparingAsFile, readingFigures, readingFormer } from "./tasks";
import { readingFigures as readingDecision, readingDifferences, weighingAsFile } from "./weighing/tasks";

export const compareArea = area({
  name: "compare",
  tags: { compare: "What differs between the landscape at two moments, and scenarios side by side" },
  operations,
  tasks: [
    readingFormer,
    readingFigures,
    comparing,
    comparingAsFile,
    readingDecision,
    readingDifferences,
    weighingAsFile,
  ],
});
