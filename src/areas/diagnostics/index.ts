/** The doctor: findings about the installation, each with what to do. */
import { area } from "../../core/area";
import { operations } from "./operations";

export const diagnosticsArea = area({
  name: "diagnostics",
  tags: { diagnostics: "Findings about the installation, each with what to do" },
  operations,
});
