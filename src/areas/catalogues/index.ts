/** Reference catalogues: content that becomes cards and principles. */
import { area } from "../../core/area";
import { events } from "./definitions";
import { operations } from "./operations";

export { configureIndex } from "./package/index-document";

export const cataloguesArea = area({
  name: "catalogues",
  tags: {
    "capability-catalogue": "The reference catalogue of capabilities, whose entries become cards",
    "process-catalogue": "The reference catalogue of processes, whose entries become cards",
    "value-stream-catalogue": "The reference catalogue of value streams, whose entries become cards",
    "principles-catalogue": "The reference catalogue of principles",
    "catalogue-content": "The content of the reference catalogues, as it is installed and as it is uploaded",
  },
  tables: ["catalogue_archives", "catalogue_entries", "catalogue_translations"],
  operations,
  events,
});
