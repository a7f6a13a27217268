/** Analyses of the landscape: vendors, duplicates, modernisation, and the architecture wizard. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { architectCommit, findNewCardsTask } from "./architect/commit";
import { findContextTask } from "./architect/context";
import { repairPlanTask } from "./architect/guardrails";
import { undo } from "./assessments/undo";
import { events, permissions } from "./definitions";
import { duplicateDetection } from "./duplicates/analysis";
import { findDuplicatesTask } from "./duplicates/find";
import { findModernisationsTask, modernisation } from "./modernisation/analysis";
import { operations } from "./operations";
import { placeVendorsTask, vendorAnalysis } from "./vendors/categorise";
import { countVendorsTask, resolveNamesTask, vendorResolution } from "./vendors/resolve";

export { type LandscapeCard, type Link, landscapeCards, landscapeLinks, phaseToday } from "./landscape";
export { supportOf } from "./modernisation/facts";

export const turbolensArea = area({
  name: "turbolens",
  tags: { TurboLens: "Analyses of the landscape: vendors, duplicates, modernisation, and the architecture wizard" },
  tables: [
    "turbolens_assessments",
    "turbolens_duplicate_clusters",
    "turbolens_modernization_assessments",
    "turbolens_vendor_analysis",
    "turbolens_vendor_hierarchy",
  ],
  operations: tagged("TurboLens", operations),
  permissions,
  events,
  undo,
  tasks: [
    findDuplicatesTask,
    placeVendorsTask,
    resolveNamesTask,
    countVendorsTask,
    findModernisationsTask,
    findContextTask,
    findNewCardsTask,
    repairPlanTask,
  ],
  runs: [vendorAnalysis, vendorResolution, duplicateDetection, modernisation, architectCommit],
});
