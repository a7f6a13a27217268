/** The preview pictures of saved reports: data URLs, stored in pieces. */

import { hasRow, inTurn, statement, transaction } from "../../../db";
import type { ReadConnection } from "../../../db/read-connection";
import { sanitizePicture } from "../../core/pictures";
import { PIECE } from "../../http/forms";
import { fromNow, now } from "../../platform/clock";
import { newId } from "../../platform/ids";

/** Returns the path at which the preview picture of a report is served, in place of the picture itself in lists. */
export const picturePath = (reportId: string): string => `/api/v1/saved-reports/${reportId}/thumbnail`;

/** Stores a picture, without what could run in it; part of the running transaction. @returns its id */
export function createPicture(picture: string): string {
  const id = newId();
  const bytes = new TextEncoder().encode(sanitizePicture(picture));
  statement("INSERT INTO saved_report_pictures (id) VALUES (?)").run(id);
  const insert = statement("INSERT INTO saved_report_picture_pieces (picture_id, position, bytes) VALUES (?, ?, ?)");
  for (let position = 0; position < Math.max(1, bytes.length); position += PIECE)
    insert.run(id, position, bytes.subarray(position, position + PIECE));
  return id;
}

/** Checks whether a picture exists; a picture that no report has is deleted after a while. */
export const hasPicture = (id: string | null): id is string =>
  id !== null && hasRow("SELECT 1 FROM saved_report_pictures WHERE id = ?", id);

/** Finds the data URL of a picture; null without one. */
export function findPicture(id: string | null): string | null {
  if (!hasPicture(id)) return null;
  const pieces = statement<{ bytes: Uint8Array }, [string]>(
    "SELECT bytes FROM saved_report_picture_pieces WHERE picture_id = ? ORDER BY position",
  ).all(id);
  return new TextDecoder().decode(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}

/** Returns the pieces of a picture's text, each read when it is asked for. */
export function* piecesOf(connection: ReadConnection, id: string): Generator<Uint8Array> {
  for (let position = -1; ; ) {
    const [row] = connection.rows<[position: number, bytes: Uint8Array]>(
      "SELECT position, bytes FROM saved_report_picture_pieces WHERE picture_id = +?1 AND position > +?2 ORDER BY position LIMIT 1",
      id,
      position,
    );
    if (!row) return;
    position = row[0];
    yield row[1];
  }
}

/** Returns the id of a picture that a report is to have: the one that it has when nothing changes, or a new one. */
export const pictureFor = (before: string | null, wanted: string | null): string | null => {
  if (wanted === null) return null;
  return findPicture(before) === wanted ? before : createPicture(wanted);
};

/** Pictures that are deleted in one transaction. */
const PURGED_AT_ONCE = 200;

/** Notes since when pictures are no report's, and forgets it of those that a rollback has brought back. */
const noteLeft = (): void => {
  const isUsed = "EXISTS (SELECT 1 FROM saved_reports r WHERE r.picture_id = saved_report_pictures.id)";
  statement(`UPDATE saved_report_pictures SET left_at = ? WHERE left_at IS NULL AND NOT ${isUsed}`).run(now());
  statement(`UPDATE saved_report_pictures SET left_at = NULL WHERE left_at IS NOT NULL AND ${isUsed}`).run();
};

/** Deletes pictures that have been no report's for so many milliseconds. @returns how many were deleted */
const deleteLeft = (retention: number): number =>
  statement<{ id: string }, [string, number]>(
    `DELETE FROM saved_report_pictures WHERE id IN (SELECT id FROM saved_report_pictures WHERE left_at <= ? LIMIT ?)
     RETURNING id`,
  ).all(fromNow(-retention), PURGED_AT_ONCE).length;

/**
 * Deletes the pictures that no report has had for a while, some at a time.
 * @param retention how long a rollback may bring a picture back, in milliseconds
 * @param isOver whether the server stops
 */
export async function purgePictures(retention: number, isOver: () => boolean): Promise<void> {
  await inTurn(() => transaction(noteLeft));
  while (!isOver() && (await inTurn(() => transaction(() => deleteLeft(retention)))) > 0) await Bun.sleep(0);
}

const DATA_URL = /^data:image\/(?:png|jpe?g|gif|webp);base64,/;

/** The media type of an image by its first bytes, as sent in a data URL. */
const MEDIA: readonly [start: string, type: string][] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
];

/**
 * Returns the bytes of a data URL with their media type; undefined for anything but PNG, JPEG, GIF and WebP, which alone
 * are harmless.
 */
export function imageOf(dataUrl: string): { bytes: Uint8Array<ArrayBuffer>; type: string } | undefined {
  const [head] = DATA_URL.exec(dataUrl) ?? [];
  if (head === undefined) return undefined;
  const content = dataUrl.slice(head.length);
  const type = MEDIA.find(([start]) => content.startsWith(start))?.[1];
  return type === undefined ? undefined : { bytes: new Uint8Array(Buffer.from(content, "base64")), type };
}
