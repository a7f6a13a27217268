/** The measurements of the machinery: threads and queues, memory, streams, runs, files, process. */
import { statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { COMPANIONS } from "../../../db/files";
import { type ReplicationState, replicationState } from "../../../db/replication";
import { writeQueue } from "../../../db/write-lock";
import type { Config } from "../../config";
import { answerBudget, heldBytes } from "../../http/answer-memory";
import { SECOND } from "../../platform/clock";
import { findCommit, VERSION } from "../../version";
import { listTargetStates } from "../audit/findings";
import { examineReadiness } from "../diagnostics/readiness";
import { subscriberCount } from "../journal/stream";
import { isPeriodic, listKinds } from "../runs/kinds";
import { countByKind, lastFailures } from "../runs/rows";
import { threadLoads } from "../threads/tasks";
import type { Measurement } from "./measurement";
import { toolCalls } from "./tool-calls";

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The states of checks, as numbers. */
const STATES = { ok: 0, warning: 1, problem: 2 } as const;

const saturation: readonly Measurement[] = [
  {
    name: "stoa_threads",
    help: "Threads that are there; those without work end after a while",
    labels: ["threads"],
    measure: () => threadLoads().map(([purpose, { threads }]) => [threads, purpose]),
  },
  {
    name: "stoa_threads_busy",
    help: "Threads that are at work",
    labels: ["threads"],
    measure: () => threadLoads().map(([purpose, { busy }]) => [busy, purpose]),
  },
  {
    name: "stoa_queue_waiting",
    help: "Requests and other work that wait: for a thread, for the write lock, for the memory of answers",
    labels: ["queue"],
    measure: () => [
      ...threadLoads().map(([purpose, { waiting }]) => [waiting, purpose] as const),
      [writeQueue().waiting, "write lock"],
      [answerBudget().waiting, "answer memory"],
    ],
  },
  {
    name: "stoa_queue_limit",
    help: "Work that may wait for a thread; more is refused",
    labels: ["queue"],
    measure: () => threadLoads().map(([purpose, { limit }]) => [limit, purpose]),
  },
  {
    name: "stoa_write_lock_wait_seconds",
    help: "Time for which the change has waited that is the next to get the write lock",
    measure: () => [[writeQueue().longest / SECOND]],
  },
  {
    name: "stoa_answer_memory_bytes",
    help: "Memory that answers hold while they are made or wait to be sent",
    measure: () => [[heldBytes()]],
  },
  {
    name: "stoa_answer_memory_limit_bytes",
    help: "Memory that answers may hold; beyond it requests wait",
    measure: () => [[answerBudget().limit]],
  },
  { name: "stoa_event_streams", help: "Open streams of events", measure: () => [[subscriberCount()]] },
  {
    name: "stoa_mcp_tool_calls_total",
    help: "Calls of assistants by tool and outcome: answered or refused",
    labels: ["tool", "outcome"],
    measure: toolCalls,
  },
];

const stateOf = (config: Config): readonly Measurement[] => [
  {
    name: "stoa_info",
    help: "The version and the commit that run; always 1",
    labels: ["version", "commit"],
    measure: () => [[1, VERSION, findCommit() ?? ""]],
  },
  {
    name: "stoa_check_state",
    help: "What /api/health/ready finds: 0 is ok, 1 a warning, 2 a problem",
    labels: ["check"],
    measure: () => examineReadiness(config).map(({ check, state }) => [STATES[state], check]),
  },
  {
    name: "stoa_runs",
    help: "Work in the background that is stored, by kind and state; what has ended is stored for 30 days",
    labels: ["kind", "state"],
    measure: () => countByKind().map(({ kind, state, count }) => [count, kind, state]),
  },
  {
    name: "stoa_periodic_run_failed",
    help: "1 when work that comes again by itself failed the last time, else 0",
    labels: ["kind"],
    measure: () => {
      const periodic = new Set(
        listKinds()
          .filter(isPeriodic)
          .map(({ kind }) => kind),
      );
      return lastFailures().flatMap(({ kind, error }) => (periodic.has(kind) ? [[error === null ? 0 : 1, kind]] : []));
    },
  },
  {
    name: "stoa_replication_lag_seconds",
    help: "Time for which the second place of REPLICATION_SOCKET hasn't been reached; 0 without one",
    measure: () => [[lagOf(replicationState())]],
  },
  {
    name: "stoa_audit_lag_seconds",
    help: "Age of the first event that a target of AUDIT_FILE or AUDIT_SYSLOG lacks; 0 when it has all",
    labels: ["target"],
    measure: () => listTargetStates(config).map(({ target, lag }) => [lag / SECOND, target]),
  },
];

/** Returns for how many seconds the second place hasn't been reached. */
const lagOf = (state: ReplicationState | undefined): number =>
  state?.lag ? (Date.now() - Date.parse(state.lag.since)) / SECOND : 0;

/** Returns the measurements of the files of the database. */
function filesOf({ databaseFile }: Config): readonly Measurement[] {
  const file = resolve(databaseFile);
  return [
    {
      name: "stoa_database_bytes",
      help: "Size of the database and of its log",
      labels: ["file"],
      measure: () => [
        [sizeOf(file), "database"],
        [sizeOf(file + COMPANIONS[0]), "log"],
      ],
    },
    {
      name: "stoa_disk_free_bytes",
      help: "Free room on the disk of the database",
      measure: () => {
        const { bavail, bsize } = statfsSync(dirname(file));
        return [[bavail * bsize]];
      },
    },
  ];
}

const MICROSECONDS = 1_000_000;

const ofProcess: readonly Measurement[] = [
  {
    name: "process_resident_memory_bytes",
    help: "Memory of the process, its threads included",
    measure: () => [[process.memoryUsage.rss()]],
  },
  {
    name: "process_cpu_seconds_total",
    help: "Time that the process has computed since its start, in all threads",
    measure: () => {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / MICROSECONDS]];
    },
  },
  {
    name: "process_start_time_seconds",
    help: "The time of the start, in seconds since 1970",
    measure: () => [[Math.round(Date.now() / SECOND - process.uptime())]],
  },
];

/** Returns the measurements of the machinery. */
export const measurementsOf = (config: Config): Measurement[] => [
  ...saturation,
  ...stateOf(config),
  ...filesOf(config),
  ...ofProcess,
];
