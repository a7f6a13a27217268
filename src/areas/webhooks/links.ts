/** Addresses in the console of what events are about. */
import { baseUrl } from "../../core/settings/email";
import type { JournalRow } from "./journal";

/** The beginning of a type → the page of what its id names. */
const pages: Record<string, (id: string) => string> = {
  adr: (id) => `/ea-delivery/adr/${id}`,
  soaw: (id) => `/ea-delivery/soaw/${id}`,
  risk: (id) => `/ea-delivery/risks/${id}`,
  diagram: (id) => `/diagrams/${id}`,
  survey: (id) => `/surveys/${id}`,
};

/** Returns the address of the page that shows what an event is about: its card, else the activity. */
export function linkTo({ event_type, card_id, card_name, data }: JournalRow): string {
  if (card_id !== null && card_name !== null) return `${baseUrl()}/cards/${card_id}`;
  const page = pages[event_type.split(".")[0] ?? ""];
  const id = data === null || event_type.endsWith(".deleted") ? undefined : (JSON.parse(data) as { id?: unknown }).id;
  return baseUrl() + (page && typeof id === "string" ? page(encodeURIComponent(id)) : "/activity");
}
