/** The state that the address of the page holds, and the filters of the API for it. */
import { z } from "zod/mini";
import { dayIn, SOON } from "../../todos/due";
import type { TodoFilters } from "../../todos/queries";

export const Search = z.object({
  /** The state of what is listed: open without it. */
  status: z.optional(z.enum(["done", "scheduled"])),
  /** True for those that I have made, for others and for myself. */
  made: z.optional(z.boolean()),
  /** True for everybody's, for administrators of to-dos. */
  all: z.optional(z.boolean()),
  due: z.optional(z.enum(["late", "soon", "none"])),
  /** The id of the card that they are about. */
  card: z.optional(z.string()),
});
type Search = z.infer<typeof Search>;

const DUE = {
  late: () => ({ due_to: dayIn(-1) }),
  soon: () => ({ due_from: dayIn(0), due_to: dayIn(SOON) }),
  none: () => ({ undated: true as const }),
};

/** Returns the filters of the API for what the address says. */
export const filtersOf = ({ status, made, all, due, card }: Search): TodoFilters => ({
  status: status ?? "open",
  ...(all ? { mine: false } : made ? { created_only: true } : { assigned_only: true }),
  ...(card && { card_id: card }),
  ...(due && DUE[due]()),
});
