/** The applications that elements of processes use. */
import type { Actor } from "../../../core/access/actor";
import { MAX_ROWS, sliceTexts } from "../../../http/pagination";
import { columns, type Row } from "../../../http/tables";
import type { Filters } from "../population";
import { grouped, list, listed, object, scalar } from "../rows";
import type { Report } from "../table";
import { cardNames, linkedElements, processesOf } from "./processes";

const ELEMENT = object({
  element_id: scalar("e.id"),
  element_name: scalar("e.name"),
  element_type: scalar("e.element_type"),
  lane_name: scalar("e.lane_name"),
  process_id: scalar("c.id"),
  process_name: scalar("c.name"),
});

type Slice = Parameters<typeof sliceTexts>;

/**
 * Returns the applications that elements are linked to, by id, each with its elements by process and their order.
 * @param set the context's `set`, which gets the number of applications when a page of them is asked for
 */
export function elementApplications(
  actor: Actor,
  { page, page_size, sort_by, sort_dir, ...filters }: Filters & Slice[1],
  set: Slice[2],
): Report {
  const uses = linkedElements<[application: string, text: string]>(
    processesOf(actor, filters),
    `e.application_id, ${ELEMENT}`,
    MAX_ROWS,
  );
  const byApplication = [...grouped(uses)].sort(([one], [other]) => (one < other ? -1 : 1));
  const names = cardNames(byApplication.map(([id]) => id));
  return {
    name: "element-application-map",
    json: () => {
      const texts = byApplication.map(
        ([id, elements]) =>
          `{"application_id":"${id}","application_name":${JSON.stringify(names.get(id))},"elements":${list(elements)}}`,
      );
      return listed(sliceTexts(texts, { page, page_size, sort_by, sort_dir }, set));
    },
    columns: columns(
      "application_id",
      "application_name",
      "process_id",
      "process_name",
      "element_id",
      "element_name",
      "element_type",
      "lane_name",
    ),
    *rows() {
      for (const [application_id, elements] of byApplication)
        for (const text of elements)
          yield { application_id, application_name: names.get(application_id), ...(JSON.parse(text) as Row) };
    },
  };
}
