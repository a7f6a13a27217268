/** The sheet of the web portals in a workspace bundle. */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { checked } from "../../http/validation";
import { NewWebPortal } from "./model";
import { checkSlugForm } from "./service";

const portals = recordSheet("WebPortals", tables.webPortals, {
  columns: "name slug description card_type filters display_fields card_config is_published id",
  users: "created_by",
  lists: "display_fields",
  needs: "web_portals.manage",
  complete(row) {
    checked(NewWebPortal, row);
    checkSlugForm(row.slug);
    return {};
  },
  created(actor, rows) {
    for (const { id, name, slug, card_type, is_published = false } of rows)
      publish(actor, { type: "web_portal.created", data: { id, name, slug, card_type, is_published } });
  },
});

export const sheets = [portals];
