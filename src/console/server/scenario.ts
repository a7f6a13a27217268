/**
 * The scenario in which this tab works: what is read and changed is the landscape as it would be. Entering and leaving load
 * the page anew, so that nothing of the one is shown in the other.
 */
import type { Middleware } from "openapi-fetch";
import type { Event } from "./stream";

export type EnteredScenario = { id: string; name: string };

const ENTRY = "stoa.scenario";

/** Returns what the tab has stored. */
function stored(): EnteredScenario | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(ENTRY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The scenario; undefined in the landscape itself. */
export const enteredScenario = stored();

/** Enters a scenario, and goes to its cards, or to another address in it. */
export function enterScenario({ id, name }: EnteredScenario, address = "/inventory"): void {
  sessionStorage.setItem(ENTRY, JSON.stringify({ id, name }));
  location.assign(address);
}

/** Leaves the scenario, and goes to an address of the landscape. */
export function leaveScenario(address: string): void {
  forgetScenario();
  location.assign(address);
}

/** Forgets the scenario, for the next page that is loaded. */
export const forgetScenario = (): void => sessionStorage.removeItem(ENTRY);

/**
 * The paths that are the same in every scenario: accounts and what belongs to them, settings but those of the landscape, the
 * stream of the journal, and scenarios themselves. All others name the scenario: a change that it can't have is refused, and doesn't
 * reach the landscape.
 */
const OUTSIDE =
  /^\/api\/v1\/(admin(?!\/workspace)|auth|bookmarks|compare|directory|events\/stream|favorites|notifications|roles|saved-reports|scenarios|settings(?!\/risk-matrix)|users|web-portals|work)(\/|\?|$)/;

/** Checks whether a path is asked in the scenario. */
const isAskedInside = (path: string): boolean => enteredScenario !== undefined && !OUTSIDE.test(path);

/** Returns the address of a file as it is in the scenario. */
export const addressInScenario = (address: string): string =>
  isAskedInside(address) ? `${address}${address.includes("?") ? "&" : "?"}scenario=${enteredScenario?.id}` : address;

/** An event of the stream, as it concerns this tab: what it stands for, and whether it may have changed all that is shown. */
export type Concern = { events: Event[]; isAll: boolean };

/** The part of a change of a scenario that says what happened inside. */
type ChangedInside = { id?: string; events?: { type: string; card_id: string | null }[]; has_more?: boolean };

/** Returns what an event of the stream, which is that of the landscape, means for this tab. */
export function concernOf(event: Event): Concern {
  if (!enteredScenario) return { events: [event], isAll: false };
  const { id, events = [], has_more = false } = event.data as ChangedInside;
  const isHere = event.event.startsWith("scenario.") && id === enteredScenario.id;
  // The cards of the landscape aren't those that are shown.
  if (!isHere) return { events: [{ ...event, card_id: null }], isAll: false };
  const inside = events.map(({ type, card_id }) => ({ ...event, event: type, card_id, changed_fields: [] }));
  return { events: [event, ...inside], isAll: has_more || event.event === "scenario.rebased" };
}

const HEADER = "X-Stoa-Scenario";
const BATCH = "X-Stoa-Batch";

/** Batch → the changes of the scenario that it stands for: each of these is a batch there, so the page keeps what belongs together. */
const changesOfBatches = new Map<string, string[]>();
const batchOfRequests = new WeakMap<Request, string>();
const batchOfAnswers = new WeakMap<Response, string>();

/** Begins a batch of changes of the scenario. @returns its id; undefined in the landscape */
export function beginScenarioBatch(): string | undefined {
  if (!enteredScenario) return undefined;
  const id = crypto.randomUUID();
  changesOfBatches.set(id, []);
  return id;
}

/** Returns the changes of the scenario that a batch stands for, the newest first; undefined for a batch of the landscape. */
export const changesOfBatch = (batch: string): string[] | undefined => changesOfBatches.get(batch)?.toReversed();

/** Returns the batch that an answer names, of the scenario or of the landscape. */
export const batchOf = (response: Response): string | undefined =>
  batchOfAnswers.get(response) ?? response.headers.get("x-stoa-batch") ?? undefined;

/** Asks for everything in the scenario, and notes the changes that its answers name. */
export const scenarioMiddleware: Middleware = {
  onRequest({ request }) {
    if (!enteredScenario || !isAskedInside(new URL(request.url).pathname)) return undefined;
    request.headers.set(HEADER, enteredScenario.id);
    const batch = request.headers.get(BATCH);
    if (batch !== null && changesOfBatches.has(batch)) {
      request.headers.delete(BATCH);
      batchOfRequests.set(request, batch);
    }
    return undefined;
  },
  onResponse({ request, response }) {
    const change = response.headers.get("x-stoa-change");
    if (change === null) return undefined;
    const batch = batchOfRequests.get(request) ?? change;
    changesOfBatches.set(batch, [...(changesOfBatches.get(batch) ?? []), change]);
    batchOfAnswers.set(response, batch);
    return undefined;
  },
};
