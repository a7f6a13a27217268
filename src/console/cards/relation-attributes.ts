/** Attributes of relations: what others set meanwhile is not overwritten, and what one has set is held for the choice. */
import { t } from "@lingui/core/macro";
import { api, received } from "../server/client";
import { asRefusal, Refusal } from "../server/refusal";
import { createStore } from "../state/store";

type Attributes = Readonly<Record<string, unknown>>;

/** Attempts at a relation that others change at the same time. */
const ATTEMPTS = 5;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A value that is not saved, because somebody else has set the attribute to something else. */
type TornValue = { before: unknown; theirs: unknown; mine: unknown };

/** The values that are not saved, by relation and attribute. */
export const torn = createStore<ReadonlyMap<string, TornValue>>(new Map());

/** Returns the key of an attribute among those of all relations. */
export const tornKey = (rel_id: string, key: string): string => `${rel_id} ${key}`;

/** Deletes a value that is not saved. */
export function deleteTorn(key: string): void {
  torn.update((before) => new Map([...before].filter(([one]) => one !== key)));
}

/**
 * Sends attributes of a relation, for the version that there is then: the other attributes stay as they are there.
 * @param seen the attributes as they were when one began to change them
 * @param changes the attributes that are set; null clears one
 * @returns the answer
 * @throws Refusal 412 when somebody else has set one of them to something else meanwhile
 */
export async function sendAttributes(rel_id: string, seen: Attributes | null | undefined, changes: Attributes) {
  const params = { path: { rel_id } };
  for (let attempt = 1; ; attempt++) {
    const { data, response } = await received(api.GET("/api/v1/relations/{rel_id}", { params, cache: "no-cache" }));
    const now: Attributes = data?.attributes ?? {};
    const taken = Object.keys(changes).find((key) => !isSame(now[key], seen?.[key]) && !isSame(now[key], changes[key]));
    if (taken !== undefined) {
      const values = { before: seen?.[taken], theirs: now[taken], mine: changes[taken] };
      torn.update((all) => new Map(all).set(tornKey(rel_id, taken), values));
      throw new Refusal(
        412,
        t`Somebody else has set it meanwhile, which is shown now. Yours was not saved: ${String(changes[taken] ?? "–")}`,
      );
    }
    try {
      return await received(
        api.PATCH("/api/v1/relations/{rel_id}", {
          params: { ...params, header: { "if-match": response.headers.get("etag") ?? "*" } },
          body: { attributes: { ...now, ...changes } } as never,
        }),
      );
    } catch (error) {
      if (asRefusal(error).status !== 412 || attempt >= ATTEMPTS) throw error;
    }
  }
}
