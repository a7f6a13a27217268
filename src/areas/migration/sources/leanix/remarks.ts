/** Reads rows that are documents or comments. */
import type { SnapshotReceiver } from "../snapshot";
import { type TableRow, textOf } from "../table";
import type { Names } from "./names";

/** Returns the entity that a row belongs to; an unknown one is a parse error. */
function entityOf(row: TableRow, entities: Names, receiver: SnapshotReceiver): string | undefined {
  const id = entities.find(textOf(row.get("factSheet")), textOf(row.get("type")));
  if (id === undefined) receiver.parseError();
  return id;
}

/** Reads a row that is a document. */
export function readDocuments(row: TableRow, entities: Names, receiver: SnapshotReceiver): void {
  const entity = entityOf(row, entities, receiver);
  if (entity === undefined) return;
  const [id, name, url] = ["id", "name", "url"].map((key) => textOf(row.get(key))) as [string, string, string];
  receiver.document({ id: id || `${entity}:${url}`, entity, name: name || url, url: url || null });
}

/** Returns a time as ISO text; null when it is none. */
function timeOf(text: string): string | null {
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Reads a row that is a comment, perhaps with a reply. */
export function readComments(row: TableRow, number: number, entities: Names, receiver: SnapshotReceiver): void {
  const entity = entityOf(row, entities, receiver);
  if (entity === undefined) return;
  const read = (kind: "msg" | "reply", body: string, author: string, time: string) => {
    if (body === "") return;
    const createdAt = timeOf(time);
    const parts = [entity, createdAt ?? "na", author, number, kind === "reply" ? 1 : 0, body];
    const hash = new Bun.CryptoHasher("md5").update(parts.join("|")).digest("hex").slice(0, 12);
    receiver.comment({ id: `${entity}:${createdAt ?? "na"}:${kind}:${hash}`, entity, author, body, createdAt });
  };
  const text = (key: string) => textOf(row.get(key));
  read("msg", text("message"), text("userEmail").toLowerCase(), text("createdAt"));
  read("reply", text("replyMessage"), text("replierEmail").toLowerCase(), text("replyCreatedAt"));
}
