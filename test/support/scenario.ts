/**
 * Scenarios: requests whose answers and events are stated together. Every step names the events that it publishes, `[]`
 * included, and the journal must hold exactly those.
 */
import { expect, test } from "bun:test";
import type { Answer, Client } from "./client";
import { eventsAfter, lastEvent } from "./journal";

/** An event as a step expects it: what is left out is not compared. */
export type ExpectedEvent = {
  event_type: string;
  card_id?: unknown;
  user_id?: unknown;
  /** The parts that its payload must match. */
  data?: Record<string, unknown>;
  /** The payload that it must equal. */
  payload?: Record<string, unknown>;
};

/** A request with everything that it leads to. */
export type Step = {
  /** The user who sends it. */
  as: Client;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below /api/v1, such as `/cards`. */
  path: string;
  body?: unknown;
  status: number;
  /** The parts that the body of the answer must match, as `toMatchObject` compares. */
  expects?: object;
  /** The body that the answer must equal. */
  equals?: unknown;
  /** Texts that must not be in the answer. */
  forbids?: readonly string[];
  /** The events that it publishes, oldest first; a function is given the body of the answer. */
  events: readonly ExpectedEvent[] | ((body: Answer["body"]) => readonly ExpectedEvent[]);
};

/** Sends the request of a step and checks its answer and its events. */
export async function step({ as, method = "GET", path, body, status, events, ...answered }: Step): Promise<Answer> {
  const before = lastEvent();
  const answer = await as.send(method, path, body);
  expect({ request: `${method} ${path}`, status: answer.status, body: answer.body }).toMatchObject({ status });
  if (answered.expects) expect(answer.body).toMatchObject(answered.expects);
  if ("equals" in answered) expect(answer.body).toEqual(answered.equals);
  for (const text of answered.forbids ?? []) expect(JSON.stringify(answer.body)).not.toContain(text);
  expectEvents(eventsAfter(before), typeof events === "function" ? events(answer.body) : events);
  return answer;
}

function expectEvents(published: ReturnType<typeof eventsAfter>, expected: readonly ExpectedEvent[]): void {
  expect(published).toMatchObject(expected.map(({ payload: _, ...event }) => event));
  for (const [place, { payload }] of expected.entries()) if (payload) expect(published[place]?.data).toEqual(payload);
}

/**
 * Declares a test of one request.
 * @param make makes what must exist before it, and returns the request
 */
export const scenario = (name: string, make: () => Step | Promise<Step>): void =>
  test(name, async () => {
    await step(await make());
  });
