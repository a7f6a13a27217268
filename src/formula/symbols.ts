import { type FormulaScope, SCOPE_NAMES } from "./json";

/** The meaning of a name at a place of the formula. */
export type Binding =
  | { kind: "slot"; slot: number; alias: keyof FormulaScope | null }
  | { kind: "global"; name: keyof FormulaScope }
  | { kind: "unknown" };

/** The names that are bound at a place, and the slots of the variables behind them. */
export class Symbols {
  /** The variables of the lines, then one map for each comprehension around the place. */
  private readonly frames: Map<string, Extract<Binding, { kind: "slot" }>>[] = [new Map()];
  private slots = 0;

  /** Finds the meaning of a name here; inner bindings hide outer ones. */
  resolve(name: string): Binding {
    for (let index = this.frames.length - 1; index >= 0; index--) {
      const binding = this.frames[index]?.get(name);
      if (binding) return binding;
    }
    const global = SCOPE_NAMES.find((known) => known === name);
    return global ? { kind: "global", name: global } : { kind: "unknown" };
  }

  /** Binds a name in the innermost frame. `alias` says which part of the card the variable is, if it is one. */
  bind(name: string, alias: keyof FormulaScope | null = null): number {
    const slot = this.slots;
    this.slots += 1;
    this.frames.at(-1)?.set(name, { kind: "slot", slot, alias });
    return slot;
  }

  /** Runs `work` with a frame of its own. */
  inFrame<T>(work: () => T): T {
    this.frames.push(new Map());
    const result = work();
    this.frames.pop();
    return result;
  }
}

/** The data of the card that a formula reads, collected while it is compiled. */
export class References {
  readonly fields = new Set<string>();
  readonly relations = new Set<string>();
  /** Set when which relations are read is known only at run time. */
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
