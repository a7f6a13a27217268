/** The inverses that undo events of processes. */
import { done, type Inverses, inverse, type Subject, skipped, unchanged } from "../../core/undo";
import { findSetColumns, type SetColumns, setColumns } from "./elements/elements";

const element: Subject = { idField: "element_id", table: "process_elements" };

type Changes = Record<string, { old: string | null; new: string | null }>;

export const undo = {
  restore_process_element: inverse<{ before: SetColumns }>({
    subject: element,
    permission: "bpm.edit",
    read: ({ undo }) => (undo as { before: SetColumns } | null) ?? "The event doesn't contain the former links",
    undo(_rollback, { subject: id, data: { before }, payload }) {
      const now = findSetColumns(id);
      if (!now) return skipped("element_not_found", { needs: [id] });
      const changed = Object.entries(payload["changes"] as Changes) as [keyof SetColumns, Changes[string]][];
      if (changed.every(([column, { old }]) => now[column] === old)) return unchanged("already_restored");
      if (changed.some(([column, change]) => now[column] !== change.new)) return skipped("changed_since");
      setColumns(id, { ...now, ...Object.fromEntries(changed.map(([column]) => [column, before[column]])) });
      return done;
    },
  }),
} satisfies Inverses;
