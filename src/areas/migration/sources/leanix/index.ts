/** The workbook export of SAP LeanIX. */
import type { Source } from "../snapshot";
import { cardTypeOf, fieldTypeOf, roleOf } from "./mapping";
import { readSnapshot } from "./read";
import { relationTypeOf } from "./relation-types";

/** User groups are organisations here; a card keeps what it was. */
const USER_GROUP = "UserGroup";

export const leanix: Source = {
  key: "leanix",
  label: "SAP LeanIX",
  acceptedExtensions: [".xlsx"],
  signature: Uint8Array.of(0x50, 0x4b, 0x03, 0x04),
  needs: "no sheet has rows with an id and a type from the third row on, below the columns `id` and `type`",
  snapshotVersion: "xlsx",
  read: readSnapshot,
  cardTypeOf,
  relationTypeOf,
  fieldTypeOf,
  roleOf,
  adapt: (type) =>
    type === USER_GROUP
      ? { subtype: "team", attributes: { source_origin: `leanix:${USER_GROUP}`, leanix_origin: USER_GROUP } }
      : undefined,
  autoMappedColumns: [
    ["name", "name"],
    ["displayName", "name"],
    ["description", "description"],
    ["status", "status"],
    ["category", "subtype"],
    ["lifecycle:*", "lifecycle"],
    ["qualitySeal", "data quality"],
    ["completion", "data quality"],
  ],
};
