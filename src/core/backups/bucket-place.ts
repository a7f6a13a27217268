/** A bucket of an S3-compatible store as a place of backups, or what is below a prefix in it. */
import { statSync } from "node:fs";
import { UnusableDatabase } from "../../../db/files";
import { OutboundError } from "../../platform/outbound";
import { type Bucket, deleteObject, fetchObject, listObjects, putObject, StoreRefusal } from "../../platform/s3";
import { instantOf, isName, PREFIX } from "./names";
import type { Place } from "./place";

/** Returns a bucket as a place. @param prefix ends with a slash, or is empty @param shown the place in messages */
export function bucketPlace(bucket: Bucket, prefix: string, shown: string): Place {
  const using = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreRefusal || error instanceof OutboundError)) throw error;
      throw new UnusableDatabase(`${shown} can't be used: ${error.message}.`, { cause: error });
    }
  };
  const list = async (beginning: string) =>
    (await listObjects(bucket, prefix + beginning))
      .map(({ key, bytes }) => ({ name: key.slice(prefix.length), bytes }))
      .filter(({ name }) => isName(name))
      .map(({ name, bytes }) => ({ name, bytes, created_at: instantOf(name) }))
      .sort((one, other) => (one.name < other.name ? 1 : -1));
  return {
    list: () => using(() => list(PREFIX)),
    put: (file, name, sha256) =>
      using(async () => {
        // A store that refuses while it is sent a file may just hang up; asked for a list it says why.
        await list(name);
        await putObject(bucket, prefix + name, file, sha256);
        const [stored] = await list(name);
        if (stored?.bytes !== statSync(file).size) throw new StoreRefusal(`it has no whole copy of ${name}`);
      }),
    fetch: (name, to) =>
      using(async () => {
        const found = (await list(name)).find((one) => one.name === name);
        if (!found) throw new StoreRefusal(`there is no ${name}`);
        await fetchObject(bucket, { key: prefix + name, bytes: found.bytes }, to);
      }),
    delete: (name) => using(() => deleteObject(bucket, prefix + name)),
  };
}
