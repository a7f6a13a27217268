/** The sheet of the relations in a workspace bundle. A relation that exists is skipped. */
import { hasRow, relationTypeNumber } from "../../../db";
import type { Cell } from "../../core/sheets/cells";
import { objectAt, requireText, textAt } from "../../core/sheets/row";
import { requireFor, type Sheet } from "../../core/sheets/sheet";
import { cellOf, jsonTextCell, referenceCells, rowsOf } from "../../core/sheets/table-rows";
import { concludeChanges } from "./changes";
import type { RelationChange } from "./events";
import { importRelation } from "./imported";

const isPresent = (type: string, source: string, target: string) =>
  hasRow(
    `SELECT 1 FROM relations r JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq
     WHERE s.id = ? AND r.type_seq = ${relationTypeNumber()} AND t.id = ?`,
    source,
    type,
    target,
  );

const relations: Sheet = {
  name: "Relations",
  headers: ["type", "source_type", "source_ref", "target_type", "target_ref", "description", "attributes"],
  begin({ actor, cards }) {
    const changes: RelationChange[] = [];
    return {
      apply(row) {
        const type = requireText(row, "type");
        const source_id = cards.require(row, "source_type", "source_ref");
        const target_id = cards.require(row, "target_type", "target_ref");
        if (isPresent(type, source_id, target_id)) return "skipped";
        requireFor(actor, "relations.manage");
        const attributes = objectAt(row, "attributes");
        const description = textAt(row, "description");
        changes.push(importRelation({ type, source_id, target_id, attributes, description }));
        return "created";
      },
      conclude: () => concludeChanges(actor, changes),
    };
  },
  *rows(sheetExport) {
    const { connection, cards, assets } = sheetExport;
    const types = new Map(connection.rows<[seq: number, key: string]>("SELECT seq, key FROM relation_types"));
    const select = ["t.type_seq", "t.source_seq", "t.target_seq", "t.description", "t.attributes"];
    for (const row of rowsOf(connection, select, "relations t")) {
      const [type, source, target, description, attributes] = row as [number, number, number, string, string];
      if (!cards.includes(source) || !cards.includes(target)) continue;
      const [sourceRef, sourceType] = referenceCells(sheetExport, source);
      const [targetRef, targetType] = referenceCells(sheetExport, target);
      yield [
        types.get(type) ?? null,
        sourceType as Cell,
        sourceRef as Cell,
        targetType as Cell,
        targetRef as Cell,
        cellOf(sheetExport, undefined, description),
        jsonTextCell(assets, attributes),
      ];
    }
  },
};

export const sheets = [relations];
