/** /admin/diagnostics */
import { z } from "zod";
import { get, type Operation } from "../../core/api/operation";
import { diagnose, diagnosedConfig } from "../../core/diagnostics/diagnose";
import { findProxy } from "../../core/diagnostics/settings";
import { contextOf } from "../../http/request-context";
import { Instant } from "../../http/schemas";
import { now } from "../../platform/clock";
import { findCommit, VERSION } from "../../version";

const Finding = z
  .object({
    check: z.string().meta({ description: "The thing that was looked at", examples: ["disk"] }),
    state: z.enum(["ok", "warning", "problem"]),
    finding: z.string().meta({ description: "A sentence about how it is" }),
    advice: z.string().nullable().meta({ description: "What to do about it; null when there is nothing to do" }),
  })
  .meta({ id: "DiagnosticFinding" });

const Diagnostics = z
  .object({
    checked_at: Instant,
    version: z.string(),
    commit: z.string().nullable(),
    findings: Finding.array(),
  })
  .meta({ id: "Diagnostics" });

export const operations: readonly Operation[] = [
  get(
    "/admin/diagnostics",
    "What the doctor finds: machine, peers, backups, work and settings, each with what to do",
    {
      own: true,
      permission: "admin.settings",
      operationId: "getDiagnostics",
      answer: Diagnostics,
      fetches: () => diagnose(diagnosedConfig()),
    },
    ({ request, fetched }) => {
      const { headers, address } = contextOf(request);
      const proxy = findProxy(headers["x-forwarded-for"], address, diagnosedConfig());
      return { checked_at: now(), version: VERSION, commit: findCommit(), findings: [proxy, ...fetched] };
    },
  ),
];
