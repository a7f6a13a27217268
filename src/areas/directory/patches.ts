/** Patches of people and groups, which the library applies outside of a transaction. */
import { transactionInTurn } from "../../../db";
import type { Resource } from "./model";
import { inScim, type Kind, patched } from "./scim";

/** Times that a patch is applied anew because somebody else has changed the same meanwhile. */
const ATTEMPTS = 3;

/** A resource that is patched: how it is found, and how it is stored. */
type PatchedResource = { kind: Kind; find: () => Resource; store: (after: Resource) => void };

/**
 * Changes what the operations of a patch say.
 * @returns the resource as it is then
 * @throws Problem 400 for an operation that means nothing; as `find` and `store` do
 */
export async function applyPatch({ kind, find, store }: PatchedResource, body: Resource): Promise<Resource> {
  for (let attempt = 1; ; attempt++) {
    const before = find();
    const after = await patched(kind, before, body);
    const done = await transactionInTurn(() =>
      inScim(() => {
        if (attempt < ATTEMPTS && JSON.stringify(find()) !== JSON.stringify(before)) return undefined;
        store(after);
        return find();
      }),
    );
    if (done) return done;
  }
}
