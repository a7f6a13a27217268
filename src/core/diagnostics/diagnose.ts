/** The doctor: looks at machine, settings, peers and work, and says of each finding what to do. */
import type { Config } from "../../config";
import { log } from "../../platform/log";
import { findAudit } from "../audit/findings";
import { findReplication } from "../replication";
import { findCertificate } from "./certificate";
import { areaFindings, type Finding, warning } from "./finding";
import { findClock, findFileRights, findFileSystem, findMemory, findRoom, findSyncSpeed } from "./machine";
import { findExposure, findMetrics, findRegistration, findSecretKey } from "./settings";
import { findFailures, findSlowRequests } from "./work";

type Examination = (config: Config) => Finding | Finding[] | Promise<Finding | Finding[]>;

const examinations: readonly (readonly [check: string, look: Examination])[] = [
  ["disk", findRoom],
  ["sync", findSyncSpeed],
  ["replication", findReplication],
  ["audit", findAudit],
  ["file system", findFileSystem],
  ["memory", findMemory],
  ["clock", findClock],
  ["file rights", findFileRights],
  ["address", findExposure],
  ["certificate", findCertificate],
  ["metrics", findMetrics],
  ["secret key", findSecretKey],
  ["registration", findRegistration],
  ["speed", findSlowRequests],
  ["runs", findFailures],
];

let configuration: Config | undefined;

/** Sets the configuration of the server that is examined. */
export function configureDiagnostics(config: Config): void {
  configuration = config;
}

/** Returns the configuration of the server that is examined. */
export function diagnosedConfig(): Config {
  if (!configuration) throw new Error("diagnostics are not configured");
  return configuration;
}

/** Looks at everything, at the same time. A look that fails is a finding of its own. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const own = examinations.map(([check, look]) => attempt(check, () => look(config)));
  const others = areaFindings(config).map(({ name, result }) => attempt(name, () => result));
  return (await Promise.all([...own, ...others])).flat();
}

async function attempt(
  check: string,
  look: () => Finding | Finding[] | Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    log.warn({ exception: error, check }, "a look of the doctor has failed");
    const reason = (error as Error).message.split("\n")[0] ?? "";
    return [warning(check, `This could not be looked at: ${reason}`, "The log has the details.")];
  }
}
