/** A value that components follow; what is neither in the address nor of the server. */
import { useSyncExternalStore } from "react";

export type Store<T> = {
  value: () => T;
  update: (change: (before: T) => T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store with a first value. */
export function createStore<T>(first: T): Store<T> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    value: () => current,
    update(change) {
      current = change(current);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Gives the value of a store, followed by the component that calls it. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.value);

/**
 * Creates a store that this device remembers, also when its storage is closed to pages.
 * @param name of the entry
 */
export function createRemembered<T>(name: string, first: T): Store<T> {
  const store = createStore(first);
  try {
    const text = localStorage.getItem(name);
    if (text !== null) store.update(() => JSON.parse(text) as T);
  } catch {
    // The first value stands.
  }
  store.subscribe(() => {
    try {
      localStorage.setItem(name, JSON.stringify(store.value()));
    } catch {
      // It holds until the page is closed.
    }
  });
  return store;
}
