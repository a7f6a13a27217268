/** Processes: their models, and how they are assessed. */
import { area } from "../../core/area";
import { operations } from "./assessments/operations";

export const bpmArea = area({ name: "bpm", operations });
