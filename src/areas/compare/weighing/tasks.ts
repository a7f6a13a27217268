/** The tasks by which reader threads read the states that are weighed, one state after the other. */
import { withFormer } from "../../../../db/former";
import { type Actor, may } from "../../../core/access/actor";
import { generalSettings } from "../../../core/settings/general";
import { readingTask } from "../../../core/threads/tasks";
import { tableBytes, type tableMedia } from "../../../http/tables";
import { decisionFigures, type Figure } from "../../reports";
import type { ScenarioComparison } from "./model";
import { type NamedDifferences, namedDifferences } from "./named";
import { weighingTable } from "./table";

/** Reads the figures of a state. */
export const readingFigures = readingTask("compare.decision", ({ actor }: { actor: Actor }): Figure[] =>
  decisionFigures(actor),
);

/** The figures of a scenario, and the cards by which it differs from the base. */
export type ScenarioSide = { figures: Figure[]; named: NamedDifferences };

/** Reads the cards by which a scenario differs from the file of the base. */
export const readingDifferences = readingTask(
  "compare.scenario",
  ({ actor, baseFile }: { actor: Actor; baseFile: string }): NamedDifferences =>
    withFormer(baseFile, () => namedDifferences(may(actor, "ppm.view"))),
);

type FileInput = { answer: ScenarioComparison; format: keyof typeof tableMedia; bom: boolean | undefined };

/** Makes a file of a comparison. */
export const weighingAsFile = readingTask("compare.weighing", ({ answer, format, bom }: FileInput) =>
  tableBytes({ ...weighingTable(answer), currency: generalSettings().currency }, format, bom),
);
