/** The shapes on the wire that several subjects of the area share. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Whole } from "../../http/schemas";

export const ListQuery = z.object(SliceQuery);

/** A place among others, in ascending order. */
export const Place = Whole(-(2 ** 31), 2 ** 31 - 1);

/** A day in a response. */
export const StoredDay = z.string().meta({ format: "date" });
