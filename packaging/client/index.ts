/**
 * A client of Stoa's API, with types made from its description.
 *
 *   const stoa = connect({ server: "https://stoa.company.com", token });
 *   const { data } = await stoa.GET("/api/v1/cards/{card_id}", { params: { path: { card_id } } });
 */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../../build/api";

export type { paths };

/** The types of the API's schemas by name, as in `Schemas["Card"]`. */
export type Schemas = components["schemas"];

/** A server and the access token that it is asked with. */
export type Connection = {
  /** Its address, such as https://stoa.company.com. */
  server: string;
  token: string;
  /** Times that a request is sent while the server is away or has too much to do; 4 when left out. */
  attempts?: number;
};

/** The server has refused a request; `detail` names the field and the rule. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: unknown,
  ) {
    super(`${status} ${typeof detail === "string" ? detail : JSON.stringify(detail)}`);
    this.name = "Refusal";
  }
}

/** The longest pause before a request is sent again, in milliseconds. */
const LONGEST_PAUSE = 30_000;

function pauseAfter(answer: Response | undefined, attempt: number): number {
  const asked = Number(answer?.headers.get("retry-after")) * 1_000;
  return asked > 0 ? Math.min(asked, LONGEST_PAUSE) : 250 * 2 ** attempt;
}

/** Sends a request, and sends it again while the server is away or has too much to do. */
async function sendPatiently(request: Request, attempts: number): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    let failure: unknown;
    const answer = await fetch(request.clone() as Request).catch((error: unknown) => void (failure = error));
    const isBusy = answer?.status === 429 || answer?.status === 503;
    if (answer && (!isBusy || attempt >= attempts)) return answer;
    if (attempt >= attempts || request.signal.aborted) throw failure;
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(answer ?? undefined, attempt)));
  }
}

/** Returns what a refused answer says. */
async function refusalOf(response: Response): Promise<Refusal> {
  const text = await response.text();
  try {
    return new Refusal(response.status, JSON.parse(text).detail);
  } catch {
    return new Refusal(response.status, text || response.statusText);
  }
}

/**
 * Returns a client: a function for each method, which takes the path of an operation and what it asks for. A change carries an
 * Idempotency-Key, so that the server executes it once however often it is sent.
 * @throws Refusal from each call that the server answers with 400 or more
 */
export function connect({ server, token, attempts = 4 }: Connection): Client<paths> {
  const client = createClient<paths>({
    baseUrl: server.replace(/\/+$/, ""),
    headers: { authorization: `Bearer ${token}` },
    fetch: (request) => sendPatiently(request, attempts),
  });
  client.use({
    onRequest({ request }) {
      if (request.method !== "GET" && !request.headers.has("idempotency-key"))
        request.headers.set("idempotency-key", crypto.randomUUID());
      return request;
    },
    async onResponse({ response }) {
      if (response.status >= 400) throw await refusalOf(response);
    },
  });
  return client;
}

/** The items of a page, and the number of all. */
type Page<Item> = { data?: { items: Item[]; total: number } | undefined };

/**
 * Yields the items of all pages of a list.
 * @param page fetches one page, numbered from 1
 */
export async function* everyItem<Item>(page: (number: number) => Promise<Page<Item>>): AsyncGenerator<Item> {
  for (let number = 1, seen = 0; ; number++) {
    const { items = [], total = 0 } = (await page(number)).data ?? {};
    yield* items;
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}
