/** Saved views of the inventory. */
import { eq } from "drizzle-orm";
import { tables, transaction } from "../../../db";
import { type Actor, require } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { forbidden } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { keepHiddenCosts, redactFilters } from "./hidden-costs";
import type { Bookmark, BookmarkChanges, NewBookmark } from "./model";
import { type BookmarkRow, SHAREABLE, type ShareRow, selectBookmarks, sharesOf, viewRows, writeShares } from "./rows";
import { existingUsers, requireVisibility, type SharingFilter, shownTo } from "./sharing";

/** Returns path of the feed of a view. */
export const feedPath = (id: string): string => `/api/v1/bookmarks/${id}/odata`;

type SelectedRow = ReturnType<typeof selectBookmarks>[number];

/** Serializes views as an actor sees them. @param base the address of the server, before the path */
function serialize(actor: Actor, selected: readonly SelectedRow[], base: string): Bookmark[] {
  const shares = sharesOf(selected.map(({ row }) => row.id));
  return selected.map(({ row: { user_id: owner_id, updated_at: _, ...row }, owner_name }) => {
    const shared_with = shares.get(row.id) ?? [];
    const is_owner = owner_id === actor.userId;
    return {
      ...row,
      filters: redactFilters(actor, row.filters),
      owner_id,
      owner_name,
      is_owner,
      can_edit: is_owner || mayEdit(actor, shared_with),
      shared_with,
      odata_url: row.odata_enabled ? base + feedPath(row.id) : null,
    };
  });
}

const mayEdit = ({ userId }: Actor, shares: readonly ShareRow[]) =>
  shares.some(({ user_id, can_edit }) => can_edit && user_id === userId);

/** Lists the views that an actor sees, newest first. @param base the address of the server, before the path */
export const listBookmarks = (actor: Actor, shown: SharingFilter, base: string): Bookmark[] =>
  serialize(actor, selectBookmarks(shownTo(actor.userId, shown, SHAREABLE)), base);

/** Finds a view as an actor sees it. @param base the address of the server, before the path */
export function requireBookmark(actor: Actor, id: string, base: string): Bookmark {
  const [bookmark] = serialize(actor, selectBookmarks(eq(tables.bookmarks.id, id)), base);
  return bookmark as Bookmark;
}

/** Returns the part that all payloads about a view share. */
const named = ({ id, user_id, name, visibility, odata_enabled }: BookmarkRow) => ({
  id,
  user_id,
  name,
  visibility,
  odata_enabled,
});

/** Returns the shares that a body names, of users that exist, by their ids; the last entry for a user counts. */
function validShares(entries: readonly ShareRow[]): ShareRow[] {
  const canEdit = new Map(entries.map(({ user_id, can_edit }) => [parseUuid(user_id), can_edit]));
  return byUser(existingUsers(entries.map(({ user_id }) => user_id)).map((id) => share(id, canEdit.get(id) === true)));
}

const share = (user_id: string, can_edit: boolean): ShareRow => ({ user_id, can_edit });

const byUser = (shares: readonly ShareRow[]) =>
  shares
    .map(({ user_id, can_edit }) => share(user_id, can_edit))
    .toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1));

/** The state of a view that decides who sees it. */
type Sharing = Pick<BookmarkRow, "visibility" | "odata_enabled"> & { shares: ShareRow[] };

/**
 * Checks the rights that a change of sharing needs.
 * @throws Problem 403
 */
function checkSharing(actor: Actor, before: Sharing, after: Sharing): void {
  const { visibility, shares } = differences(before, after);
  if (after.visibility !== "private" && (visibility || shares)) require(actor, "bookmarks.share");
  if (after.odata_enabled && !before.odata_enabled) require(actor, "bookmarks.odata");
}

const UNSHARED: Sharing = { visibility: "private", odata_enabled: false, shares: [] };

/**
 * Creates a view. Publishes `bookmark.created`.
 * @param base the address of the server, before the path
 * @throws Problem 400 for another visibility; 403 for sharing it, or offering its feed, without the right to
 */
export function createBookmark(actor: Actor, input: NewBookmark, base: string): Bookmark {
  return transaction(() => {
    const visibility = requireVisibility(input.visibility);
    const { name, card_type = null, filters = null, columns = null, sort = null, is_default, odata_enabled } = input;
    const shares = visibility === "shared" ? validShares(input.shared_with ?? []) : [];
    checkSharing(actor, UNSHARED, { visibility, odata_enabled, shares });
    const row = viewRows.create({
      user_id: actor.userId,
      name,
      card_type,
      filters,
      columns,
      sort,
      is_default,
      visibility,
      odata_enabled,
    });
    writeShares(row.id, shares);
    publish(actor, { type: "bookmark.created", data: named(row) });
    return requireBookmark(actor, row.id, base);
  });
}

/**
 * Updates the fields of a view that are given. Only a shared view has shares. Publishes `bookmark.updated`.
 * @param base the address of the server, before the path
 * @throws Problem 404; 403 for others than the owner and who may edit it, for sharing by others than the owner, and without
 *   the right to share or to offer feeds; 400 for another visibility
 */
export function updateBookmark(actor: Actor, id: string, asked: BookmarkChanges, base: string): Bookmark {
  return transaction(() => {
    const row = viewRows.require(id);
    const shares = byUser(sharesOf([id]).get(id) ?? []);
    const isOwner = row.user_id === actor.userId;
    if (!isOwner && !mayEdit(actor, shares)) throw forbidden("You don't have permission to edit this view");
    const { shared_with, ...columns } = asked;
    if (columns.filters) columns.filters = keepHiddenCosts(actor, row.filters, columns.filters);
    const visibility = asked.visibility === undefined ? row.visibility : requireVisibility(asked.visibility);
    const wanted = shared_with ? validShares(shared_with) : shares;
    const before = { ...row, shares };
    const after = { ...row, ...columns, visibility, shares: visibility === "shared" ? wanted : [] };
    const changes = differences(before, after);
    const resharing = changes["visibility"] ?? changes["shares"] ?? changes["odata_enabled"];
    if (resharing && !isOwner) throw forbidden("Only the owner can change who sees this view, or its feed");
    checkSharing(actor, before, after);
    const fields = Object.keys(changes);
    if (fields.length > 0) {
      viewRows.update(row, { ...columns, visibility });
      if (changes["shares"]) writeShares(id, after.shares);
      const undo = Object.fromEntries(fields.map((field) => [field, changes[field]?.old]));
      publish(actor, { type: "bookmark.updated", data: { ...named(after), fields }, undo });
    }
    return requireBookmark(actor, id, base);
  });
}

/**
 * Deletes a view. Publishes `bookmark.deleted`.
 * @throws Problem 404; 403 for others than the owner
 */
export function deleteBookmark(actor: Actor, id: string): void {
  transaction(() => {
    const row = viewRows.require(id);
    if (row.user_id !== actor.userId) throw forbidden("Only the owner can delete this view");
    const shares = byUser(sharesOf([id]).get(id) ?? []);
    viewRows.delete(id);
    publish(actor, { type: "bookmark.deleted", data: named(row), undo: { ...row, shares } });
  });
}
