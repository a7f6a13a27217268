/** Changes of flows: drafts, their review, and the cards that elements are linked to. */
import { t } from "@lingui/core/macro";
import { tryChange } from "../server/changes";
import { answered, api, received } from "../server/client";
import { cache } from "../server/queries";
import type { FlowElement, FlowHead, LinkField } from "./queries";

type Reply = { response: Response; data?: unknown; error?: unknown };

/** Sends a change of processes, and reads again what shows them. @returns true when it is saved */
export async function saveProcess(
  sentence: string,
  send: () => Promise<Reply>,
  inverse?: () => Promise<Reply>,
): Promise<boolean> {
  const isSaved = await tryChange({ sentence, send, ...(inverse && { inverse }) });
  void cache.invalidateQueries({ queryKey: ["processes"] });
  return isSaved;
}

const pathOf = (process_id: string, version_id: string) => ({ params: { path: { process_id, version_id } } });

const deleteVersion = (process_id: string, version_id: string) =>
  api.DELETE("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}", pathOf(process_id, version_id));

/** The beginning of a draft: BPMN, or a version that it is a copy of. */
export type Beginning = { bpmn_xml: string } | { based_on_id: string };

/** Begins a draft. @returns its id; undefined when it is refused */
export async function beginDraft(process_id: string, beginning: Beginning): Promise<string | undefined> {
  let id: string | undefined;
  await saveProcess(
    t`A draft is begun`,
    async () => {
      const reply = await received(
        api.POST("/api/v1/bpm/processes/{process_id}/flow/drafts", {
          params: { path: { process_id } },
          body: { bpmn_xml: "", ...beginning } as never,
        }),
      );
      id = reply.data?.id;
      return reply;
    },
    () => deleteVersion(process_id, id ?? ""),
  );
  return id;
}

/** Begins a draft from a starter. @returns its id; undefined when it is refused */
export async function beginFromTemplate(process_id: string, template_key: string): Promise<string | undefined> {
  const { bpmn_xml } = await answered(
    api.GET("/api/v1/bpm/templates/{template_key}", { params: { path: { template_key } } }),
  );
  return beginDraft(process_id, { bpmn_xml });
}

/** Deletes a draft; undoing it begins another one with its content. */
export async function deleteDraft(process_id: string, { id, revision }: FlowHead): Promise<boolean> {
  const { bpmn_xml, based_on_id, draft_element_links } = await answered(
    api.GET("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}", pathOf(process_id, id)),
  );
  const beginAgain = async () => {
    const begun = await received(
      api.POST("/api/v1/bpm/processes/{process_id}/flow/drafts", {
        params: { path: { process_id } },
        body: { bpmn_xml, based_on_id } as never,
      }),
    );
    for (const [bpmn_element_id, links] of Object.entries(draft_element_links ?? {}))
      await received(
        api.PUT("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/draft-elements/{bpmn_element_id}", {
          params: { path: { process_id, version_id: begun.data?.id ?? "", bpmn_element_id } },
          body: links as never,
        }),
      );
    return begun;
  };
  return saveProcess(t`The draft of revision ${revision} is deleted`, () => deleteVersion(process_id, id), beginAgain);
}

/** Asks the owners of the process to approve a draft. */
export const submitDraft = (process_id: string, { id, revision }: FlowHead): Promise<boolean> =>
  saveProcess(
    t`Revision ${revision} is submitted`,
    () => api.POST("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/submit", pathOf(process_id, id)),
    () => api.POST("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/withdraw", pathOf(process_id, id)),
  );

/** Makes a submitted version a draft again. */
export const withdrawVersion = (process_id: string, { id, revision }: FlowHead): Promise<boolean> =>
  saveProcess(
    t`Revision ${revision} is withdrawn`,
    () => api.POST("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/withdraw", pathOf(process_id, id)),
    () => api.POST("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/submit", pathOf(process_id, id)),
  );

/** Publishes a submitted version. */
export const approveVersion = (process_id: string, { id, revision }: FlowHead): Promise<boolean> =>
  saveProcess(t`Revision ${revision} is published`, () =>
    api.POST("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/approve", pathOf(process_id, id)),
  );

/** Rejects a submitted version, and says why. */
export const rejectVersion = (process_id: string, { id, revision }: FlowHead, reason: string): Promise<boolean> =>
  saveProcess(t`Revision ${revision} is rejected`, () =>
    api.POST("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/reject", {
      ...pathOf(process_id, id),
      body: { reason },
    }),
  );

type LinkedVersion = Pick<FlowHead, "id" | "status">;

/** Sends what an element of a version is linked to; the empty text takes the link away. */
function sendLink(process_id: string, version: LinkedVersion, element: FlowElement, field: LinkField, card: string) {
  const body = { [field]: card };
  return version.status === "published"
    ? api.PUT("/api/v1/bpm/processes/{process_id}/elements/{element_id}", {
        params: { path: { process_id, element_id: element.id ?? "" } },
        body: body as never,
      })
    : api.PUT("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/draft-elements/{bpmn_element_id}", {
        params: { path: { process_id, version_id: version.id, bpmn_element_id: element.bpmn_element_id } },
        body: body as never,
      });
}

/** Links an element to a card; without one it takes the link away. */
export function linkElement(
  process_id: string,
  version: LinkedVersion,
  element: FlowElement,
  field: LinkField,
  card: { id: string; name: string } | undefined,
): Promise<boolean> {
  const name = element.name ?? element.bpmn_element_id;
  const send = (id: string) => sendLink(process_id, version, element, field, id);
  return saveProcess(
    card ? t`${name} is linked to ${card.name}` : t`${name} has lost a link`,
    () => send(card?.id ?? ""),
    // The batch of the published flow's links takes their relations back, too.
    version.status === "published" ? undefined : () => send(element[field] ?? ""),
  );
}
