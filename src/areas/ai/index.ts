/** Suggestions and insights of a language model, or without one of templates. */
import { area } from "../../core/area";
import { permissions } from "./definitions";

export const aiArea = area({ name: "ai", permissions });
