/** Does what the keys mean in a cell: letters set the meaning, ⌫ clears, Space peeks, ↵ opens the card of the row. */
import type { Focus } from "./grid";
import { changeRelation, deleteRelation, relateCell } from "./queries";
import type { Subject } from "./subject";

type Verbs = { mayEdit: boolean; peek: () => void; open: (id: string) => void };

/** The key that relates two cards whose relation has no meaning. */
const DOT = "x";

/** Does what a key means in a cell. @returns true when it means something */
export function actOnKey(key: string, focus: Focus, subject: Subject, { mayEdit, peek, open }: Verbs): boolean {
  const { row, column, relations } = focus;
  const [relation] = relations;
  if (key === " ") peek();
  else if (key === "Enter") open(row.id);
  else if (!mayEdit || !subject.relation) return false;
  else if (key === "Backspace" || key === "Delete") {
    if (relation) void deleteRelation(focus, relation);
  } else {
    const meaning = subject.meanings.find(({ letter }) => letter.toLowerCase() === key.toLowerCase());
    if (!meaning && !(key === DOT && subject.meanings.length === 0)) return false;
    const attributes = meaning && subject.attribute ? { [subject.attribute]: meaning.key } : {};
    const { key: type } = subject.relation;
    if (relation) {
      if (meaning) void changeRelation(focus, relation, attributes);
    } else void relateCell({ row, column, type, beginsAtRow: subject.beginsAtRow, attributes });
  }
  return true;
}
