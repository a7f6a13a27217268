/** The attributes of a relation, at the right of its row. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { number, shortMoney } from "../language/format";
import { optionLabel } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { settingsQuery } from "../server/session";
import type { RelatedCard, RelatedGroup } from "./related";

const FLOW = /^(source|target) *(→|↔) *(?:source|target)$/i;

/** Returns a direction as it reads from the card, such as "↙ consumes"; undefined for what is no direction. */
function flowOf(label: string, group: RelatedGroup): string | undefined {
  const [, from, arrow] = FLOW.exec(label) ?? [];
  if (!from) return undefined;
  if (arrow === "↔") return arrow;
  const side = group.key.split(" ")[0];
  const isOutgoing = from.toLowerCase() === side;
  const words = group.label.split(" / ");
  const word = words.length === 2 ? words[from.toLowerCase() === "source" ? 0 : 1] : "";
  return `${isOutgoing ? "↗" : "↙"} ${(word ?? "").toLocaleLowerCase()}`.trim();
}

/** Shows the attributes of a relation in few letters; yes and no of several fields as their initials. */
export function RelationMark({ group, related }: { group: RelatedGroup; related: RelatedCard }) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const fields = group.relationType?.attributes_schema ?? [];
  const values = related.relation.attributes ?? {};
  const switches = fields.filter(({ type }) => type === "boolean");
  const isCrud = switches.length > 1 && switches.some(({ key }) => values[key] === true);
  const words = fields.flatMap((field) => {
    const value = values[field.key];
    if (value === undefined || value === null || value === "") return [];
    if (field.type === "single_select") {
      const label = optionLabel(field, String(value));
      return [flowOf(label, group) ?? label.toLocaleLowerCase()];
    }
    if (field.type === "cost" && typeof value === "number") return [shortMoney(value, settings.currency)];
    if (field.type === "number" && typeof value === "number") return [number(value)];
    return [];
  });
  if (!isCrud && words.length === 0) return null;
  return (
    <span className="e">
      {words.slice(0, 2).join(" · ")}
      {isCrud && (
        <span className="crud">
          {switches.map((field) => (
            <i key={field.key} title={labelOf(field)} className={values[field.key] === true ? "on" : undefined}>
              {labelOf(field).charAt(0)}
            </i>
          ))}
        </span>
      )}
    </span>
  );
}
