/** The API as a benchmark uses it: one account, few calls. */
import { ADMIN } from "./fill";
import type { Server } from "./processes";

export type Account = { email: string; password: string };

export type Caller = {
  /** The headers that every request of this account carries. */
  headers: Record<string, string>;
  get<T>(path: string): Promise<T>;
  /** @param body JSON text: large ones are not to be written while the clock runs */
  post<T>(path: string, body: string): Promise<T>;
  patch(path: string, body: unknown): Promise<void>;
};

const expectSuccess = async (response: Response): Promise<Response> => {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
};

/** Logs an account in. @param more headers of every request */
export async function logIn(
  server: Server,
  { email, password }: Account = ADMIN,
  more: Record<string, string> = {},
): Promise<Caller> {
  const answer = await fetch(`${server.url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  }).then(expectSuccess);
  const { access_token } = (await answer.json()) as { access_token: string };
  return callerOf(server, { authorization: `Bearer ${access_token}`, ...more });
}

/** Returns the API as an account uses it that is logged in. @param headers of every request */
export function callerOf(server: Server, headers: Record<string, string>): Caller {
  return {
    headers,
    get: async <T>(path: string) =>
      (await fetch(`${server.url}/api/v1${path}`, { headers }).then(expectSuccess)).json() as Promise<T>,
    post: async <T>(path: string, body: string) =>
      (
        await fetch(`${server.url}/api/v1${path}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body,
        }).then(expectSuccess)
      ).json() as Promise<T>,
    async patch(path, body) {
      await fetch(`${server.url}/api/v1${path}`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then(expectSuccess);
    },
  };
}

export type CardPage = {
  items: { id: string; name: string; attributes: Record<string, unknown> }[];
  total: number;
};

/** Returns the cards of a type, or of all, in the order of their names: as many as there are, up to `most`. */
export async function someCards(caller: Caller, most: number, type = ""): Promise<CardPage["items"]> {
  const cards: CardPage["items"] = [];
  for (let page = 1; cards.length < most; page++) {
    const { items } = await caller.get<CardPage>(`/cards?page_size=200&page=${page}${type && `&type=${type}`}`);
    cards.push(...items);
    if (items.length < 200) break;
  }
  return cards.slice(0, most);
}
