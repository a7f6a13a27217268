/** The tasks by which reader threads compare two states: one of them over the earlier state, the other over the later one. */
import { withFormer } from "../../../db/former";
import type { Actor } from "../../core/access/actor";
import { generalSettings } from "../../core/settings/general";
import { readingTask } from "../../core/threads/tasks";
import { tableBytes, type tableMedia } from "../../http/tables";
import { type Figure, landscapeFigures } from "../reports";
import {
  type ComparisonPage,
  type ComparisonRequest,
  comparisonPage,
  difference,
  type FormerSide,
  formerSide,
} from "./comparison";
import type { CostKeys } from "./cost-keys";
import { comparisonTable } from "./table";

/** Reads the earlier state. */
export const readingFormer = readingTask(
  "compare.former",
  ({ actor, asked }: { actor: Actor; asked: ComparisonRequest }) => formerSide(actor, asked),
);

/** Reads the figures of a state. */
export const readingFigures = readingTask("compare.figures", ({ actor }: { actor: Actor }): Figure[] =>
  landscapeFigures(actor),
);

/** The request, the part that was read in the earlier state, and the costs of today. */
type ComparisonInput = {
  actor: Actor;
  asked: ComparisonRequest;
  former: FormerSide;
  formerFile: string;
  today: CostKeys;
};

/** Compares the later state with the earlier one. @returns a page */
export const comparing = readingTask(
  "compare.page",
  ({ actor, asked, former, formerFile, today, ...page }: ComparisonInput & { page: number; page_size: number }) =>
    withFormer(formerFile, (): ComparisonPage => comparisonPage(difference(actor, asked, former, today), page)),
);

type File = { format: keyof typeof tableMedia; bom: boolean | undefined };

/** Works as `comparing`. @returns the bytes of a file */
export const comparingAsFile = readingTask(
  "compare.file",
  ({ actor, asked, former, formerFile, today, format, bom }: ComparisonInput & File) =>
    withFormer(formerFile, () => {
      const table = comparisonTable(difference(actor, asked, former, today));
      return tableBytes({ ...table, currency: generalSettings().currency }, format, bom);
    }),
);
