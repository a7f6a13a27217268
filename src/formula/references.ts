import type { FormulaScope } from "./json";

/** What a formula reads of the card, collected while it is compiled. */
export class References {
  readonly fields = new Set<string>();
  readonly relations = new Set<string>();
  /** Set when relations are read in a way that does not tell which. */
  allRelations = false;
  children = false;

  /** The formula reads `name.key`, `name["key"]` or `name.get("key")`. */
  readMember(name: keyof FormulaScope, key: string): void {
    if (name === "data") this.fields.add(key);
    else if (name === "relations" || name === "relation_count") this.relations.add(key);
    else this.children = true;
  }

  /** The formula uses the whole of `name`, or a key of it that is known only at run time. */
  readWhole(name: keyof FormulaScope): void {
    if (name === "relations" || name === "relation_count") this.allRelations = true;
    else if (name !== "data") this.children = true;
  }
}
