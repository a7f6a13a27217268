/** The sheet of the cards in a workspace bundle: those that are missing are created at their place; none is changed. */
import { hasRow, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { instantIn } from "../../core/sheets/columns";
import { Conflict, LeftOut, objectAt, type Row, requireText, textAt, Unfit } from "../../core/sheets/row";
import { requireFor, type Sheet, type SheetImport } from "../../core/sheets/sheet";
import { cellOf, jsonTextCell, rowsOf } from "../../core/sheets/table-rows";
import { checked } from "../../http/validation";
import { now } from "../../platform/clock";
import { namesIn } from "./bulk/references";
import { createCardRow } from "./create";
import { refreshDerivedFields } from "./derived-fields";
import { publishCards } from "./events";
import { ApprovalStatus, NewCard, statuses } from "./model";

const TEXTS = ["subtype", "description", "external_id", "alias", "approval_status", "status"] as const;

const Content = NewCard.pick({
  name: true,
  subtype: true,
  description: true,
  external_id: true,
  alias: true,
  lifecycle: true,
  attributes: true,
}).extend({ approval_status: ApprovalStatus });

/** Returns the content of a card; its approval is left out for those who may not approve. @throws Problem 422, Unfit */
function contentOf(row: Row, name: string, { actor, remark }: SheetImport) {
  const content = checked(Content, {
    name,
    subtype: textAt(row, "subtype"),
    description: textAt(row, "description"),
    external_id: textAt(row, "external_id"),
    alias: textAt(row, "alias"),
    approval_status: textAt(row, "approval_status") ?? "DRAFT",
    lifecycle: objectAt(row, "lifecycle") ?? {},
    attributes: objectAt(row, "attributes") ?? {},
  });
  if (content.approval_status === "DRAFT") return content;
  try {
    requireFor(actor, "inventory.approval_status");
    return content;
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    remark(`its approval is left out: ${error.message}`);
    return { ...content, approval_status: "DRAFT" as const };
  }
}

const hasExternalId = (type: string, externalId: string) =>
  hasRow("SELECT 1 FROM cards WHERE type = ? AND external_id = ? AND status <> 'ARCHIVED' LIMIT 1", type, externalId);

/** Returns the names above a card. */
const pathOf = (row: Row) => namesIn(textAt(row, "parent_path") ?? "");

/** Returns the status of a row's card. @throws Unfit */
function statusOf(row: Row): string {
  const status = textAt(row, "status") ?? "ACTIVE";
  if (!(statuses as readonly string[]).includes(status))
    throw new Unfit(`status must be one of ${statuses.join(", ")}`);
  return status;
}

function setStatus(id: string, status: string): void {
  const archivedAt = status === "ARCHIVED" ? now() : null;
  statement("UPDATE cards SET status = ?, archived_at = ? WHERE id = ?").run(status, archivedAt, id);
}

/** Returns the time at which a card was created elsewhere; undefined for that of the import. */
function creationOf(row: Row, { speaksForOthers }: SheetImport): string | undefined {
  const created = speaksForOthers ? instantIn(textAt(row, "created_at") ?? "") : undefined;
  return created !== undefined && created < now() ? created : undefined;
}

/** @throws Conflict */
function parentOf(row: Row, type: string, name: string, { cards }: SheetImport): string | null {
  const path = textAt(row, "parent_path");
  if (path === null || namesIn(path).length === 0) return null;
  const parent = cards.findParent(type, path);
  if (typeof parent === "string") throw new Conflict(`card '${name}': parent '${path}' not found`);
  return parent.id;
}

type CreatedCard = { id: string; type: string; name: string; parentId: string | null };

/** @returns undefined for a card that exists */
function createFrom(row: Row, sheetImport: SheetImport): CreatedCard | undefined {
  const { actor, cards } = sheetImport;
  const type = requireText(row, "type");
  const name = requireText(row, "name");
  const status = statusOf(row);
  const isActive = status !== "ARCHIVED";
  const externalId = textAt(row, "external_id");
  if (isActive && externalId !== null && hasExternalId(type, externalId)) return undefined;
  if (cards.isTaken(type, [...pathOf(row), name], isActive)) return undefined;
  requireFor(actor, "inventory.create");
  if (!isActive) requireFor(actor, "inventory.archive");
  const parentId = parentOf(row, type, name, sheetImport);
  const content = contentOf(row, name, sheetImport);
  const created_at = creationOf(row, sheetImport);
  const id = createCardRow(actor, { ...content, type, parent_id: parentId }, { placed: !isActive, created_at });
  if (status !== "ACTIVE") setStatus(id, status);
  return { id, type, name: content.name, parentId };
}

function conclude(actor: Actor, created: readonly CreatedCard[]): void {
  publishCards(actor, "card.created", created);
  refreshDerivedFields(
    created,
    created.map(({ parentId }) => parentId),
  );
}

const cards: Sheet = {
  name: "Cards",
  headers: ["type", "name", "parent_path", ...TEXTS, "lifecycle", "attributes", "created_at"],
  rank: (row) => pathOf(row).length,
  begin(sheetImport) {
    const created: CreatedCard[] = [];
    return {
      apply(row) {
        const card = createFrom(row, sheetImport);
        if (!card) return "skipped";
        sheetImport.cards.note({ ...card, isActive: statusOf(row) !== "ARCHIVED" });
        created.push(card);
        return "created";
      },
      conclude: () => conclude(sheetImport.actor, created),
    };
  },
  *rows(sheetExport) {
    const { connection, cards: references, assets } = sheetExport;
    const select = [
      "t.id",
      "t.type",
      "t.name",
      ...TEXTS.map((text) => `t.${text}`),
      "t.lifecycle",
      "t.attributes",
      "t.created_at",
    ];
    for (const [id, type, name, ...rest] of rowsOf(connection, select, "cards t")) {
      if (!references.includes(id as string)) continue;
      const path = references.parentPath(id as string);
      const [lifecycle, attributes, createdAt] = rest.splice(TEXTS.length) as [string | null, string | null, string];
      yield [
        cellOf(sheetExport, undefined, type as string),
        cellOf(sheetExport, undefined, name as string),
        path === "" ? null : assets.cellOf(path),
        ...rest.map((text) => cellOf(sheetExport, undefined, text)),
        jsonTextCell(assets, lifecycle),
        jsonTextCell(assets, attributes),
        createdAt,
      ];
    }
  },
};

export const sheets = [cards];
