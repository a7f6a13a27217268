/**
 * The client of the API, with types generated from its description.
 *
 *   const card = await answered(api.GET("/api/v1/cards/{card_id}", { params: { path: { card_id } } }));
 *
 * The session is a cookie that scripts don't see, so there is nothing here to store, to send or to lose.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "../../../build/api";
import { momentMiddleware, withoutOffers } from "./moment";
import { asRefusal, refusalOf } from "./refusal";
import { scenarioMiddleware } from "./scenario";

/** The types of the API's schemas by name, as in `Schemas["Card"]`. */
export type Schemas = components["schemas"];

// Scripts that list the pages import this where there is no page.
const baseUrl = globalThis.location?.origin ?? "";

export const api = createClient<paths>({ baseUrl, headers: { "x-stoa-origin": "web" } });
api.use(scenarioMiddleware, momentMiddleware);

type Reply = { data?: unknown; error?: unknown; response: Response };

/** Returns the content of an answer. @throws Refusal for any other than a success */
export async function answered<R extends Reply>(call: Promise<R>): Promise<NonNullable<R["data"]>> {
  return (await received(call)).data as NonNullable<R["data"]>;
}

/** Returns an answer with its headers. @throws Refusal for any other than a success */
export async function received<R extends Reply>(call: Promise<R>): Promise<R> {
  let reply: R;
  try {
    reply = await call;
  } catch (error) {
    throw asRefusal(error);
  }
  if (!reply.response.ok) throw refusalOf(reply.response, reply.error);
  withoutOffers(reply.data);
  return reply;
}

/** Returns all pages of a list. @param page fetches one of them, numbered from 1 */
export async function everyPage<T>(page: (number: number) => Promise<readonly T[]>, size: number): Promise<T[]> {
  const all: T[] = [];
  for (let number = 1; ; number++) {
    const items = await page(number);
    all.push(...items);
    if (items.length < size) return all;
  }
}

/** Returns a form with these fields, for what is uploaded. */
export function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
