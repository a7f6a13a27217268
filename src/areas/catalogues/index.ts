/** Reference catalogues: content that becomes cards and principles. */
import { area } from "../../core/area";
import { events } from "./definitions";
import { operations } from "./operations";

export { configureIndex } from "./package/index-document";

export const cataloguesArea = area({
  name: "catalogues",
  tables: ["catalogue_archives", "catalogue_entries", "catalogue_translations"],
  operations,
  events,
});
