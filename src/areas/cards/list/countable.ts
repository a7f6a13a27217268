/** The values that facets and groups count cards by, as SQL. */
import { attributeValue, type Condition, negated, phaseAt, where } from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { today } from "../../../platform/clock";
import { singleType } from "./conditions";
import { filled } from "./field-sql";
import { type ListedField, listedField } from "./listed-fields";
import type { CardQuery } from "./model";

const columns = ["type", "subtype", "status", "approval_status"];

/** The tables of cards without what they are linked to. */
const CARDS = where("cards c");

type Names = { table: "cards" | "users" | "tags"; column: "name" | "display_name" };

const TAG_NAMES: Names = { table: "tags", column: "name" };
const CARD_NAMES: Names = { table: "cards", column: "name" };

/** A value that cards are counted by. */
export type Countable = {
  /** SQL of the value. */
  value: Condition;
  /** The tables that it is read from: a card comes once for each of its values. */
  from: Condition;
  /** SQL of the name that people know the value by. */
  label?: string;
  /** The table and the column of these names, by ids. */
  names?: Names | undefined;
  /** Meets the cards that have no value, when they are not rows of the query. */
  without?: Condition;
  /** The attribute that holds the values. */
  field?: Field;
};

/** Returns SQL of the value of a link, and of who or what is linked. */
function linkCountable(field: ListedField, day: string): Countable | undefined {
  const without = negated(filled(field, day));
  switch (field.kind) {
    case "relation": {
      const [own, other] = field.side === "source" ? ["source", "target"] : ["target", "source"];
      const from = `cards c JOIN relations fr ON fr.${own}_seq = c.seq AND fr.type_seq = ? JOIN cards fp ON fp.seq = fr.${other}_seq AND fp.status <> 'ARCHIVED'`;
      return { value: where("fp.id"), label: "fp.name", names: CARD_NAMES, from: where(from, field.type.seq), without };
    }
    case "stakeholder": {
      const [parts, ...role] =
        field.role === undefined
          ? ["(SELECT DISTINCT card_id, user_id FROM stakeholders) fs ON fs.card_id = c.id"]
          : ["stakeholders fs ON fs.card_id = c.id AND fs.role = ?", field.role];
      const from = where(`cards c JOIN ${parts} JOIN users fu ON fu.id = fs.user_id`, ...role);
      const names: Names = { table: "users", column: "display_name" };
      return { value: where("fu.id"), label: "fu.display_name", names, from, without };
    }
    case "tag": {
      const from =
        "cards c JOIN card_tags ft ON ft.card_id = c.id JOIN tags fg ON fg.id = ft.tag_id AND fg.tag_group_id = ?";
      return { value: where("fg.id"), label: "fg.name", names: TAG_NAMES, from: where(from, field.groupId), without };
    }
    case "column": {
      if (field.column !== "parent_id") return undefined;
      const from = where("cards c JOIN cards fp ON fp.id = c.parent_id");
      return { value: where("fp.id"), label: "fp.name", names: CARD_NAMES, from, without };
    }
    default:
      return undefined;
  }
}

/** Returns SQL of the value of an attribute. */
function attributeCountable(field: Field): Countable {
  const { sql, path } = attributeValue(field);
  if (field.type === "multiple_select")
    return { value: where("held.value"), from: where("cards c, json_each(c.attributes, ?) AS held", path), field };
  if (field.type !== "boolean") return { value: where(sql, path), from: CARDS, field };
  // Flags are shown as filters take them, and not as the numbers that SQLite makes of them.
  const value = `CASE json_type(c.attributes, ?) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE ${sql} END`;
  return { value: where(value, path, path), from: CARDS, field };
}

/**
 * Returns the value that a name stands for, with the tables it is read from.
 * @param parameter the name of the query parameter, for the refusal
 * @throws Problem 422 for an unknown name; 403
 */
export function countable(actor: Actor, query: CardQuery, name: string, parameter: "facets" | "group_by"): Countable {
  if (columns.includes(name)) return { value: where(`c.${name}`), from: CARDS };
  if (name === "tag")
    return {
      value: where("ct.tag_id"),
      names: TAG_NAMES,
      from: where("cards c JOIN card_tags ct ON ct.card_id = c.id"),
    };
  const day = query.at ?? today();
  const field = listedField({ actor, typeKey: singleType(query), parameter }, name);
  if (field?.kind === "attribute") return attributeCountable(field.field);
  if (field?.kind === "phase") return { value: phaseAt(day), from: CARDS };
  const link = field && linkCountable(field, day);
  if (link) return link;
  throw invalid(
    ["query", parameter],
    `must be among ${columns.join(", ")}, tag, phase, parent, attributes.<key>, relation.<key>, reverse.<key>, stakeholder.<role> and tag.<group id>`,
    "value_error",
    name,
  );
}
