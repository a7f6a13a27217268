/** The state of the form for a new card, which opens on every page. */
import { createStore } from "../state/store";

export const newCardOpen = createStore(false);
