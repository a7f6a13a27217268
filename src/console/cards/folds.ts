/** The folded groups and branches of lists, for as long as the page is open. */
import { createStore, useStore } from "../state/store";

/** Groups or branches that are the other way round than most, the last ones at the end. */
type Folds = { areOpen: boolean; others: readonly string[] };

/** Branches that a list may name. */
const MAX_OTHERS = 200;

const store = createStore<ReadonlyMap<string, Folds>>(new Map());

export type FoldState = Folds & {
  isOpen: (name: string) => boolean;
  toggle: (name: string) => void;
  /** Opens or closes all. */
  turnAll: (areOpen: boolean) => void;
};

/** Gives what is folded of a list. @param list its name @param areOpen true when all is open at first */
export function useFolds(list: string, areOpen: boolean): FoldState {
  const foldsIn = (all: ReadonlyMap<string, Folds>): Folds => all.get(list) ?? { areOpen, others: [] };
  const folds = foldsIn(useStore(store));
  const update = (change: (newest: Folds) => Folds) =>
    store.update((all) => new Map(all).set(list, change(foldsIn(all))));
  return {
    ...folds,
    isOpen: (name) => folds.areOpen !== folds.others.includes(name),
    toggle: (name) =>
      update((newest) => ({
        areOpen: newest.areOpen,
        others: newest.others.includes(name)
          ? newest.others.filter((one) => one !== name)
          : [...newest.others, name].slice(-MAX_OTHERS),
      })),
    turnAll: (next) => update(() => ({ areOpen: next, others: [] })),
  };
}
