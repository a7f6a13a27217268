/**
 * The moment of which this tab shows the landscape: `as_of` in its address, which every link holds on to. Entering and leaving load
 * the page anew, so that nothing of the one time is shown in the other. The past can't be changed, so that no right to change
 * anything counts in it.
 */
import type { Middleware } from "openapi-fetch";
import { createStore } from "../state/store";
import { enteredScenario } from "./scenario";

/** The search parameter of every page's address that names the moment. */
export const MOMENT = "as_of";
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The moment in the address: a day as 2026-03-31, an instant, or the number of an event. Scenarios have no past. */
const asked = enteredScenario ? undefined : parameterOf(globalThis.location?.search ?? "");

/** Returns the moment that the search of an address names; text of digits alone may stand in quotes there. */
function parameterOf(search: string): string | undefined {
  return new URLSearchParams(search).get(MOMENT)?.replaceAll('"', "") || undefined;
}

/** Returns what the server is asked for: of a day its end here, or now when it has not ended. */
const instantOf = (text: string): string =>
  DAY.test(text) ? new Date(Math.min(Date.parse(`${text}T23:59:59.999`), Date.now())).toISOString() : text;

/** The moment whose landscape is shown: an instant, or the number of an event; undefined for the present. */
export const shownMoment = asked === undefined ? undefined : instantOf(asked);

/** The number of an event. */
const EVENT = /^\d+$/;

/** The number of the event after which the landscape is shown; undefined for the moment of an instant. */
export const shownAfter = shownMoment !== undefined && EVENT.test(shownMoment) ? shownMoment : undefined;

/** Returns the day of an instant here, as 2026-03-31; undefined for text that is none. */
function dayOf(instant: string): string | undefined {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date.toLocaleDateString("sv-SE");
}

/** The day of the moment, as 2026-03-31; undefined for that of an event. */
export const shownDay = shownMoment === undefined || shownAfter !== undefined ? undefined : dayOf(shownMoment);

/** The number of the last event that what is shown takes into account, once anything was read. */
export const shownEvent = createStore<string | null>(null);

/** The instant from when on the past is complete, once the server has refused a moment before it; null while it has not. */
export const completeFrom = createStore<string | null>(null);

/** Shows this page as of a day, an instant or an event; of today without one. */
export function goToMoment(moment: string | undefined): void {
  const address = new URL(location.href);
  if (moment === undefined) address.searchParams.delete(MOMENT);
  else address.searchParams.set(MOMENT, moment);
  location.assign(address.href);
}

/** The paths of the landscape, which have a past; everything else is of today. */
const OF_LANDSCAPE =
  /^\/api\/v1\/(admin\/workspace\/export|adr|bpm|calculations|(capability|principles|process|value-stream)-catalogue(?!\/)|cards|compliance|diagram-groups|diagrams|file-attachments|metamodel|mitigation-tasks|ppm|relations|reports|risks|search|settings\/risk-matrix|soaw|stakeholder-roles|tag-groups|todos)(\/|\?|$)/;

/** Checks whether what a path reads has a past. */
export const hasPast = (path: string): boolean => OF_LANDSCAPE.test(path);

/** Returns the address of a file as it was at the moment. */
export const addressAtMoment = (address: string): string =>
  shownMoment !== undefined && hasPast(address)
    ? `${address}${address.includes("?") ? "&" : "?"}${MOMENT}=${encodeURIComponent(shownMoment)}`
    : address;

const HEADER = "x-stoa-at";

/** The sentence in which the server refuses a moment. */
const REFUSAL = /must not be before (\S+),/;

/** Notes that an answer refuses the moment, if it does. */
async function noteRefusal(response: Response): Promise<void> {
  const { detail } = (await response.clone().json()) as { detail?: { loc?: string[]; msg: string }[] | string };
  const reasons = Array.isArray(detail) ? detail.filter(({ loc }) => loc?.at(-1) === HEADER) : [];
  const [first] = reasons.flatMap(({ msg }) => REFUSAL.exec(msg)?.[1] ?? []);
  if (first !== undefined) completeFrom.update(() => first);
}

/** Asks for everything that has a past as it was; changes too, which the server refuses. */
export const momentMiddleware: Middleware = {
  onRequest({ request }) {
    if (shownMoment !== undefined && hasPast(new URL(request.url).pathname)) request.headers.set(HEADER, shownMoment);
    return undefined;
  },
  async onResponse({ request, response }) {
    const event = response.headers.get("x-stoa-entry");
    if (event !== null && event !== shownEvent.value()) shownEvent.update(() => event);
    if (request.headers.has(HEADER) && request.method === "GET" && response.status === 422) await noteRefusal(response);
    return undefined;
  },
};

/** Permissions that only let people see something. */
const TO_SEE = /\.view$|^reports\.|^inventory\.export$/;

/** Checks whether a permission counts in what is shown: in the past, only those to see something do. */
export const countsNow = (permission: string): boolean => shownMoment === undefined || TO_SEE.test(permission);

/** The names of fields by which an answer offers changes. */
const TO_CHANGE = /^(can|may)_(?!view)/;

/** Takes the offers to change something out of an answer, which is changed in its place. */
export function withoutOffers(answer: unknown): void {
  if (shownMoment === undefined || typeof answer !== "object" || answer === null) return;
  for (const [name, value] of Object.entries(answer))
    if (value === true && TO_CHANGE.test(name)) (answer as Record<string, unknown>)[name] = false;
    else withoutOffers(value);
}
