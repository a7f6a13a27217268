/** /bpm/processes/{process_id}/elements */
import { get, type Operation, put } from "../../../core/api/operation";
import { slice } from "../../../http/pagination";
import { ListQuery } from "../model";
import { listElements, updateElement } from "./elements";
import * as model from "./model";

export const operations: readonly Operation[] = [
  get(
    "/bpm/processes/{process_id}/elements",
    "The elements of a process's model, in their order",
    { permission: "bpm.view", query: ListQuery, answer: model.ProcessElement.array(), readsMuch: true },
    ({ params, query, set }) => slice(listElements(params.process_id), query, set),
  ),
  put(
    "/bpm/processes/{process_id}/elements/{element_id}",
    "Link an element to cards; the process gets the relations that follow",
    { permission: "bpm.edit", body: model.ElementChanges, answer: model.UpdatedElement },
    ({ actor, params, body }) => {
      updateElement(actor, params.process_id, params.element_id, body);
      return { id: params.element_id, status: "updated" as const };
    },
  ),
];
