/** A block of rows that another page offers to the inventory, which shows what it would do. */
import { createStore } from "../../state/store";
import type { PastedBlock } from "./state";

/** The block that is offered; undefined when there is none. */
export const offeredBlock = createStore<PastedBlock | undefined>(undefined);
