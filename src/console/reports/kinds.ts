/** The names of the kinds of reports that can be saved. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReportType } from "./queries";

/** The names by their types. */
export const reportNames: Readonly<Record<ReportType, MessageDescriptor>> = {
  "capability-map": msg`Capability map`,
  cost: msg`Cost`,
  "data-quality": msg`Data quality`,
  dependencies: msg`Dependencies`,
  eol: msg`End of life`,
  impact: msg`Impact`,
  "flexible-portfolio": msg`Portfolio`,
  lifecycle: msg`Roadmap`,
  matrix: msg`Matrix`,
  portfolio: msg`Portfolio`,
  "process-map": msg`Process house`,
  "ppm-portfolio": msg`Projects`,
  "ppm-resources": msg`Resources`,
};
