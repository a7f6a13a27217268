/** The columns of entries. */
import { t } from "@lingui/core/macro";
import type { Column } from "../../grid/column";
import type { TreeRow } from "./tree";

/** Returns the columns. */
export function entryColumns(isPhone: boolean): Column<TreeRow>[] {
  const columns: Column<TreeRow>[] = [
    {
      key: "name",
      label: t`Entry`,
      className: "nm",
      ...(!isPhone && { width: 420 }),
      cell: ({ entry }) => <span className="trunc">{entry.name}</span>,
      text: ({ entry }) => entry.name,
    },
    {
      key: "about",
      label: t`What it is`,
      cell: ({ entry }) => (
        <span className="trunc c2">{typeof entry["description"] === "string" ? entry["description"] : ""}</span>
      ),
      text: ({ entry }) => String(entry["description"] ?? ""),
    },
    {
      key: "card",
      label: t`Card`,
      width: 90,
      cell: ({ entry }) => entry.existing_card_id && <span className="c2">{t`is there`}</span>,
      text: ({ entry }) => entry.existing_card_id ?? "",
    },
  ];
  return isPhone ? columns.filter(({ key }) => key !== "about") : columns;
}
