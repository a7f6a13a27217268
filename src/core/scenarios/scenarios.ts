/**
 * The databases of scenarios: each is made of the landscape and the scenario's changes when somebody asks for it, and thrown away
 * when nobody does. One thread makes them and changes them; others read them.
 */
import { transactionInTurn } from "../../../db";
import { lossesSoFar } from "../../../db/durability";
import { conflict, Problem } from "../../http/errors";
import { sharedBytes, UnparsedBody } from "../../http/json";
import { contextOf } from "../../http/request-context";
import { now } from "../../platform/clock";
import { newId, parseUuid } from "../../platform/ids";
import { log } from "../../platform/log";
import type { Actor } from "../access/actor";
import { askFor } from "../api/asking";
import type { Context } from "../api/context";
import { asInScenario, type Operation, operationKey } from "../api/operation";
import { type Head, plainCall, responseOf, writingCall } from "../api/remote";
import type { FileCache } from "../states/file-cache";
import type { ReaderPool } from "../threads/pool";
import type { StateSetting } from "../threads/protocol";
import { type ByteResult, ThreadLost } from "../threads/results";
import { runTask, type Task } from "../threads/tasks";
import { requireChangeable, requireScenario } from "./access";
import type { Conflict } from "./conflicts";
import { SCENARIO_HEADER } from "./requested";
import { type NewResult, storingResult } from "./results";
import { baseOf, type ScenarioRow, sizeOf } from "./rows";
import { queueRuns, type RunEnd } from "./runs";
import { type NewChange, storing } from "./storing";
import {
  CHANGING,
  type EffectInside,
  findingConflicts,
  OPENING,
  type Opening,
  type ScenarioFile,
  type SentChange,
} from "./tasks";

/** The header of an answer that names the change that a scenario has got, which takes it out of the scenario again. */
const CHANGE_HEADER = "x-stoa-change";
/** Changes that a scenario may have, and the bytes of all that was sent with them. */
const MAX_CHANGES = 10_000;
const MAX_BYTES = 64 * 1024 ** 2;
/** Bytes of a body that the server's thread doesn't store: SQLite takes 30 to 60 ms for 10 MiB. */
const LARGE_BODY = 256 * 1024;
/** Changes of one scenario that may wait for their turn; each holds its body. */
const MAX_WAITING = 16;

/** Work that may wait for the thread of scenarios. */
export const PLAYING_LIMITS = { perUser: 4, all: 16 };

/** The threads of a server for scenarios, and where their databases are. */
export type ScenarioThreads = { players: ReaderPool; readers: ReaderPool; files: FileCache };

const keyOf = ({ id, base_seq }: ScenarioRow) => `scenario ${id} ${base_seq}`;
const keyOfAttempt = (id: string) => `attempt ${id}`;

/** Returns an answer with the header that names its scenario. */
function inScenario(response: Response, { id }: ScenarioRow): Response {
  response.headers.set(SCENARIO_HEADER, id);
  return response;
}

const forever = () => new AbortController().signal;

/** The scenarios of a server. */
export type Scenarios = {
  /** Runs work over the database of a scenario. @param work is given what readers need */
  use<T>(scenario: ScenarioRow, userId: string, work: (state: StateSetting) => Promise<T>): Promise<T>;
  /** Answers a read as it is in a scenario. @throws Problem 404; what the operation throws */
  read(id: string, operation: Operation, context: Context, checkResponses: boolean): Promise<Response>;
  /** Asks what an operation asks, over a scenario. @throws Problem 404; what it throws */
  answer(id: string, operation: Operation, context: Context): Promise<unknown>;
  /** Makes a change in a scenario, and stores it. @throws Problem 404, 403, 409; what the operation throws */
  change(id: string, operation: Operation, context: Context, checkResponses: boolean): Promise<Response>;
  /** Runs a task that reads over the database of a scenario, with the present attached. */
  ask<Input, Result>(
    scenario: ScenarioRow,
    userId: string,
    task: Task<Input, Result>,
    input: Input,
  ): Promise<Awaited<Result>>;
  /** Finds what a scenario and the landscape have both changed, of some changes. */
  conflicts(
    scenario: ScenarioRow,
    userId: string,
    counted: readonly string[],
  ): Promise<{ conflicts: Conflict[]; moment: StateSetting["moment"] }>;
  /**
   * Makes another database of a scenario, and runs work over it; it is deleted afterwards unless the work lets the scenario
   * adopt it. For work in turn: there is one for each scenario at a time.
   */
  attempt<T>(opening: Omit<Opening, "name">, userId: string, work: (file: ScenarioFile) => Promise<T>): Promise<T>;
  /** Uses the database of an attempt for a scenario from now on. */
  adopt(scenario: ScenarioRow): void;
  /** Forgets the database of a scenario. */
  discard(scenario: ScenarioRow): void;
  /** Runs work after all other work on a scenario that changes it. @throws Problem 429 when too much of that waits */
  inTurn<T>(id: string, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** Creates the scenarios of a server. */
export function createScenarios({ players, readers, files }: ScenarioThreads): Scenarios {
  let made = 0;
  /** The last work on each scenario that is at work: its changes are stored in the order in which they were made. */
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();

  const open = (opening: Omit<Opening, "name">, userId: string) =>
    players.run(
      OPENING,
      { ...opening, name: `scenario-${opening.id}-${++made}` } satisfies Opening,
      forever(),
      userId,
    ) as Promise<ScenarioFile>;

  const use = <T>(scenario: ScenarioRow, userId: string, work: (state: StateSetting) => Promise<T>): Promise<T> =>
    files.use(
      keyOf(scenario),
      () => open({ id: scenario.id, moment: baseOf(scenario) }, userId),
      ({ path }) => work({ path, moment: baseOf(scenario), at: now(), scenario: "read" }),
    );

  const ask = <Input, Result>(scenario: ScenarioRow, userId: string, { name }: Task<Input, Result>, input: Input) =>
    use(scenario, userId, (state) => players.run(name, input, forever(), userId, state)) as Promise<Awaited<Result>>;

  /** Runs work after all other work on a scenario. */
  async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(id) ?? { last: Promise.resolve(), waiting: 0 };
    if (turn.waiting >= MAX_WAITING)
      throw new Problem(429, `${turn.waiting} changes of this scenario wait already`, { "Retry-After": "5" });
    turns.set(id, turn);
    turn.waiting++;
    const done = turn.last.catch(() => {}).then(work);
    turn.last = done;
    try {
      return await done;
    } finally {
      turn.waiting--;
      if (turn.waiting === 0) turns.delete(id);
    }
  }

  /** @throws Problem 409 when a scenario has as many changes as it may have, or they are as large */
  function requireRoom(id: string, body: unknown): void {
    const { changes, bytes } = sizeOf(id);
    if (changes >= MAX_CHANGES) throw conflict(`A scenario has at most ${MAX_CHANGES} changes`);
    const sent = body instanceof UnparsedBody ? body.bytes.length : 0;
    if (bytes + sent > MAX_BYTES) throw conflict(`The changes of a scenario have at most ${MAX_BYTES} bytes`);
  }

  /** Stores a change that was made in the database of a scenario: on the writer thread, if much was sent with it. */
  async function store({ id }: ScenarioRow, actor: Actor, change: NewChange): Promise<void> {
    const stored = { id, actor: { ...actor }, change };
    const isLarge = (change.body?.length ?? 0) > LARGE_BODY;
    await (isLarge ? runTask(storing, stored) : transactionInTurn(() => storing.run(stored)));
  }

  /** Makes a change in the database of a scenario. */
  const play = async (change: SentChange, actor: Actor, state: StateSetting) =>
    (await players.run(CHANGING, change, forever(), actor.userId, {
      ...state,
      at: change.at,
      scenario: "changed",
    })) as ByteResult<Head & { made: EffectInside }>;

  /** Asks what an operation asks. The scenario is held open while it is read, and not while others are waited for. */
  const answerIn = (scenario: ScenarioRow, operation: Operation, context: Context) => {
    const { userId } = context.actor as Actor;
    const { signal } = context.request;
    return askFor(
      operation,
      context,
      ({ name }, input) => use(scenario, userId, (state) => readers.run(name, input, signal, userId, state)) as never,
    );
  };

  const runs = queueRuns();

  /** Stores a result that is no change of a scenario, or nothing, and publishes its events. */
  async function storeResult({ id }: ScenarioRow, actor: Actor, end: RunEnd, result?: NewResult): Promise<void> {
    const stored = { id, actor: { ...actor }, result, end };
    const size = (end.steps?.length ?? 0) + (result?.body?.length ?? 0);
    await (size > LARGE_BODY ? runTask(storingResult, stored) : transactionInTurn(() => storingResult.run(stored)));
  }

  /** Executes a run that a call has enqueued in a scenario, stores it if it succeeds, and publishes its end. It never fails. */
  async function followRun(scenario: ScenarioRow, actor: Actor, id: string, result: NewResult): Promise<void> {
    try {
      await runs.execute(id, (work) =>
        use(scenario, actor.userId, async (state) => {
          const end = await work({
            change: (task, input) =>
              players.run(task, input, forever(), undefined, { ...state, at: now(), scenario: "changed" }),
            read: (task, input) => readers.run(task, input, forever(), undefined, state),
          });
          await storeResult(scenario, actor, end, end.steps && result);
        }),
      );
    } catch (exception) {
      // The server may stop. Otherwise the run would be shown as running for ever.
      log.warn({ exception, run: id }, "a run of a scenario was not executed to its end");
      files.discard(keyOf(scenario));
    }
  }

  return {
    use,
    inTurn,
    async attempt(opening, userId, work) {
      const key = keyOfAttempt(opening.id);
      try {
        return await files.use(key, () => open(opening, userId), work);
      } finally {
        files.discard(key);
      }
    },
    adopt: (scenario) => files.rename(keyOfAttempt(scenario.id), keyOf(scenario)),
    async read(id, operation, context, checkResponses) {
      const actor = context.actor as Actor;
      const scenario = requireScenario(actor, id);
      const call = plainCall(context, checkResponses);
      const { signal } = context.request;
      return use(scenario, actor.userId, async (state) => {
        const result = await readers.run(operationKey(operation), call, signal, actor.userId, state);
        return inScenario(responseOf(result as ByteResult<Head>), scenario);
      });
    },
    answer: async (id, operation, context) => answerIn(requireScenario(context.actor as Actor, id), operation, context),
    async change(id, declared, context, checkResponses) {
      const actor = context.actor as Actor;
      const asked = requireChangeable(actor, id);
      if (declared.landscape === "scenarios") runs.requireRoom();
      const operation = asInScenario(declared);
      if (operation.asks) {
        requireRoom(id, context.body);
        context.fetched = await answerIn(asked, operation, context);
      }
      return inTurn(id, async () => {
        const scenario = requireChangeable(actor, id);
        requireRoom(id, context.body);
        context.body = sendable(context.body);
        const change = askedIn(operation, context);
        const { id: changeId, at, operation: key } = change;
        const sent = { id: changeId, at, operation: key, call: writingCall(context, checkResponses) };
        return use(scenario, actor.userId, async (state) => {
          const result = await play(sent, actor, state).catch((error) => {
            // Its database may have a change then that nobody knows of.
            if (error instanceof ThreadLost) files.discard(keyOf(scenario));
            throw error;
          });
          const { isChange, events, runs: enqueued, remembered } = result.head.made;
          const { summary: _, ...call } = change;
          for (const run of enqueued) void followRun(scenario, actor, run, call);
          const response = inScenario(responseOf(result), scenario);
          const isDerived = !isChange && declared.landscape === "scenarios";
          const isResult = isDerived && events.length > 0 && enqueued.length === 0;
          if (isResult) await storeResult(scenario, actor, { events, steps: undefined }, call);
          if (!isChange) return response;
          try {
            contextOf(context.request).losses = lossesSoFar();
            await store(scenario, actor, {
              ...change,
              ...(remembered !== undefined && { answered: remembered }),
              events,
            });
          } catch (error) {
            // The database has a change that the scenario lacks.
            files.discard(keyOf(scenario));
            throw error;
          }
          response.headers.set(CHANGE_HEADER, changeId);
          return response;
        });
      });
    },
    ask,
    conflicts: (scenario, userId, counted) =>
      ask(scenario, userId, findingConflicts, { counted, base: baseOf(scenario) }),
    discard: (scenario) => files.discard(keyOf(scenario)),
    async stop() {
      runs.stop();
      await players.stop();
    },
  };
}

let current: Scenarios | undefined;

/** Sets the scenarios of the server; none without an argument. */
export function configureScenarios(scenarios?: Scenarios): void {
  current = scenarios;
}

/** Returns the scenarios of the server. @throws Problem 503 where there are none */
export function theScenarios(): Scenarios {
  if (!current) throw new Problem(503, "This server has no scenarios");
  return current;
}

/** Returns a body as it is sent to threads: bytes that are many, in memory that is shared with them. */
const sendable = (body: unknown): unknown =>
  body instanceof UnparsedBody && body.bytes.length > LARGE_BODY
    ? new UnparsedBody(sharedBytes(body.bytes), body.most)
    : body;

/** Returns a change as it is asked for, with the seed of the ids that it creates. */
function askedIn(
  operation: Operation,
  { request, params, query, body, actor, fetched }: Context,
): Omit<NewChange, "events"> {
  const { pathname, search } = new URL(request.url);
  return {
    id: newId(),
    at: now(),
    operation: operationKey(operation),
    summary: operation.summary,
    url: pathname + search,
    params: { ...params },
    query: { ...(query as object | undefined) },
    body: body instanceof UnparsedBody ? body.bytes : null,
    content_type: request.headers.get("content-type"),
    named_batch: parseUuid(actor?.namedBatch ?? "") ?? null,
    answered: fetched ?? null,
  };
}
