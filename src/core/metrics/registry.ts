/** The metrics in Prometheus' format: requests are counted as they come, everything else is looked up when it is asked for. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Config } from "../../config";
import { observeWith } from "../../http/request-observer";
import { SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import type { Operation } from "../api/operation";
import { operationIdOf } from "../api/operation-id";
import { areaMeasurements, type Measurement } from "./measurement";
import { measurementsOf } from "./measurements";

/** Bounds of the durations of requests, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** Bounds of the lag of the event loop, in seconds. */
const LAGS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Milliseconds between two measurements of the lag. */
const LAG_INTERVAL = 100;

/** The label of requests that call no operation: files of the console, addresses that there aren't. */
const NO_OPERATION = "none";

/** Running metrics. */
export type Metrics = {
  contentType: string;
  /** Returns all metrics as text. */
  text: () => Promise<string>;
  stop: () => void;
};

/** Declares a measurement. One that fails has no values, and the others have theirs. */
function declare(registry: Registry, { name, help, labels = [], measure }: Measurement): void {
  const Kind = name.endsWith("_total") ? Counter : Gauge;
  new Kind({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect() {
      this.reset();
      try {
        for (const [value, ...values] of measure()) this.labels(...values).inc(value);
      } catch (error) {
        log.warn({ exception: error, metric: name }, "a metric could not be measured");
      }
    },
  });
}

/** Counts requests from now on, by the names of their operations, which are as many as there are operations. */
function countRequests(registry: Registry): void {
  const durations = new Histogram({
    name: "stoa_http_request_duration_seconds",
    help: "Time until the answer to a request began, by operation",
    labelNames: ["operation"],
    buckets: DURATIONS,
    registers: [registry],
  });
  const requests = new Counter({
    name: "stoa_http_requests_total",
    help: "Requests by operation and status",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const names = new Map<object, string>();
  const nameOf = (operation: object): string => {
    const known = names.get(operation);
    if (known !== undefined) return known;
    const { hidden } = operation as Operation;
    const name = hidden ? NO_OPERATION : operationIdOf(operation as Operation);
    names.set(operation, name);
    return name;
  };
  observeWith((called, status, milliseconds) => {
    const operation = called ? nameOf(called) : NO_OPERATION;
    durations.observe({ operation }, milliseconds / SECOND);
    requests.inc({ operation, status });
  });
}

/** Measures how late timers are. @returns the function that ends it */
function measureLag(registry: Registry): () => void {
  const lag = new Histogram({
    name: "stoa_event_loop_lag_seconds",
    help: "Time by which the server's thread is late",
    buckets: LAGS,
    registers: [registry],
  });
  let due = performance.now() + LAG_INTERVAL;
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - due) / SECOND);
    due = now + LAG_INTERVAL;
  }, LAG_INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

/** Starts to count and to measure. */
export function startRegistry(config: Config): Metrics {
  const registry = new Registry();
  const areas = areaMeasurements(config).flatMap(({ result }) => result);
  for (const measurement of [...measurementsOf(config), ...areas]) declare(registry, measurement);
  countRequests(registry);
  const stopLag = measureLag(registry);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop() {
      stopLag();
      observeWith();
    },
  };
}
