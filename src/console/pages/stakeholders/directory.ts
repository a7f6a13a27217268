/** The directory of stakeholders, person by person. */
import type { Sorting } from "../../grid/column";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Directory = Schemas["StakeholderDirectory"];
type TypeOfCards = Directory["card_types"][number];
type Role = TypeOfCards["roles"][number];

/** The parts of a person in cards of one type, by one role. */
export type Part = {
  type: string;
  role: string;
  label: string;
  translations: Role["role_translations"];
  count: number;
};

/** A person with all parts. */
export type Holder = {
  id: string;
  name: string;
  email: string;
  parts: Part[];
  /** The number of different cards. */
  cards: number;
  types: number;
};

/** The directory. */
export const directoryQuery = query(
  ["stakeholders", "directory"],
  ["stakeholder.", "card.", "user.", "stakeholder_role.", "metamodel."],
  ({ signal }) => asReport(answered(api.GET("/api/v1/reports/stakeholder-directory", { signal, params: {} as never }))),
);

/** The parts that are asked for. */
export type PartFilter = { name?: string | undefined; type?: string | undefined; role?: string | undefined };

const holds = (text: string, part: string) => text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());

/** Returns the people who have one of the parts that are asked for, with just these. */
export function holdersOf({ card_types: types }: Directory, { name = "", type, role }: PartFilter): Holder[] {
  const holders = new Map<string, Holder & { ids: Set<string>; keys: Set<string> }>();
  for (const { type_key, roles } of types.filter((one) => !type || one.type_key === type))
    for (const { role_key, role_label, role_translations, users } of roles.filter(
      (one) => !role || one.role_key === role,
    ))
      for (const { user_id: id, display_name, email, cards } of users) {
        const known = holders.get(id);
        const empty = { id, name: display_name, email: email ?? "", parts: [], cards: 0, types: 0 };
        const holder = known ?? { ...empty, ids: new Set<string>(), keys: new Set<string>() };
        if (!known) holders.set(id, holder);
        const part = { type: type_key, role: role_key, label: role_label, translations: role_translations };
        holder.parts.push({ ...part, count: cards.length });
        for (const card of cards) holder.ids.add(card.id);
        holder.keys.add(type_key);
      }
  return [...holders.values()]
    .filter((one) => holds(`${one.name} ${one.email}`, name))
    .map(({ ids, keys, ...holder }) => ({ ...holder, cards: ids.size, types: keys.size }));
}

/** Returns the roles of a person with the number of their cards, the most frequent first. */
export function rolesOf({ parts }: Holder): (Pick<Part, "label" | "translations" | "role"> & { count: number })[] {
  const byRole = Map.groupBy(parts, ({ role }) => role);
  return [...byRole.values()]
    .map((own) => ({ ...own[0]!, count: own.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count);
}

/** Returns people in an order, those alike by name. */
export const ordered = (holders: readonly Holder[], { by, isDescending }: Sorting): Holder[] =>
  holders.toSorted((one, other) => {
    const [left, right] = [one[by as keyof Holder], other[by as keyof Holder]];
    const order =
      typeof left === "number" && typeof right === "number" ? left - right : String(left).localeCompare(String(right));
    return (isDescending ? -order : order) || one.name.localeCompare(other.name);
  });
