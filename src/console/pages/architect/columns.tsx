/** The columns of sessions. */
import { t } from "@lingui/core/macro";
import type { Assessment } from "../../analysis/queries";
import type { Column } from "../../grid/column";
import { day } from "../../language/format";
import { Status } from "../../ui/signs";

/** Returns the columns. */
export function sessionColumns(isPhone: boolean): Column<Assessment>[] {
  const columns: Column<Assessment>[] = [
    {
      key: "title",
      label: t`Session`,
      className: "nm",
      cell: ({ title }) => <span className="trunc">{title}</span>,
      text: ({ title }) => title,
    },
    {
      key: "status",
      label: t`Status`,
      width: 130,
      cell: ({ status }) =>
        status === "committed" ? (
          <Status tone="good">{t`Committed`}</Status>
        ) : (
          <span className="c2">{t`Under way`}</span>
        ),
      text: ({ status }) => status,
    },
    {
      key: "initiative",
      label: t`Initiative`,
      width: 240,
      cell: ({ initiative_name: name }) =>
        name ? <span className="trunc">{name}</span> : <span className="c3">–</span>,
      text: ({ initiative_name }) => initiative_name ?? "",
    },
    {
      key: "by",
      label: t`Begun by`,
      width: 160,
      cell: ({ created_by_name: name }) => <span className="trunc c2">{name ?? "–"}</span>,
      text: ({ created_by_name }) => created_by_name ?? "",
    },
    {
      key: "updated",
      label: t`Changed`,
      width: 110,
      cell: ({ updated_at: at }) => <span className="num c2">{day(at)}</span>,
      text: ({ updated_at }) => updated_at,
    },
  ];
  return isPhone ? columns.filter(({ key }) => key === "title" || key === "status") : columns;
}
