/** The state of the form for a new card, which opens on every page. */
import { createStore } from "../state/store";

/** The name that stands in the open form at first; null while it is closed. */
export const newCardName = createStore<string | null>(null);
