/** The second place of backups, which a lost machine or disk doesn't take along: a folder, or a bucket of a store. */
import { resolve } from "node:path";
import type { Config } from "../../config";
import { readAuthorities } from "../../platform/authorities";
import { SECOND } from "../../platform/clock";
import { patienceFor } from "../../platform/s3";
import { bucketPlace } from "./bucket-place";
import { folderPlace } from "./folder-place";
import type { Place } from "./place";

/** The configuration of a second place, as threads are sent it. */
export type PlaceConfiguration = NonNullable<Config["backups"]["second"]> & { authoritiesFile: string | undefined };

const STORE = "s3://";

/** Checks whether a text is the address of a bucket, or of an object in one. */
export const isInStore = (text: string): boolean => text.startsWith(STORE);

/** The time by which a place may take longer than its own time-outs before copying to it is cancelled. */
const GRACE = 5 * SECOND;

/** Returns the milliseconds after which copying so many bytes to a place has failed, whatever the place does. */
export const longestCopy = ({ seconds }: PlaceConfiguration, bytes: number): number =>
  patienceFor(seconds * SECOND, bytes) + GRACE;

/** Opens a place. @throws Error when the file of authorities can't be read */
export function openPlace({
  place,
  seconds,
  endpoint,
  region,
  accessKey,
  secretKey,
  authoritiesFile,
}: PlaceConfiguration): Place {
  if (!isInStore(place)) return folderPlace(resolve(place));
  const [name = "", ...folders] = place.slice(STORE.length).split("/").filter(Boolean);
  const authorities = authoritiesFile === undefined ? [] : readAuthorities(authoritiesFile);
  const bucket = { endpoint, region, name, accessKey, secretKey, patience: seconds * SECOND, authorities };
  return bucketPlace(bucket, folders.map((folder) => `${folder}/`).join(""), place);
}
