/** Links and files of cards: read, added and deleted. */
import { t } from "@lingui/core/macro";
import { tryChange } from "../server/changes";
import { answered, api, formOf } from "../server/client";
import { addressAtMoment } from "../server/moment";
import { cache, query } from "../server/queries";
import { addressInScenario } from "../server/scenario";

const MAX_ENTRIES = 200;

type Reply = { response: Response; data?: unknown; error?: unknown };

/** Returns the links of a card. */
export const documentsQuery = (card_id: string) =>
  query(["cards", "documents", card_id], ["document."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/documents", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_ENTRIES } },
      }),
    ),
  );

/** Returns the files of a card. */
export const filesQuery = (card_id: string) =>
  query(["cards", "files", card_id], ["file."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/file-attachments", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_ENTRIES } },
      }),
    ),
  );

async function save(sentence: string, send: () => Promise<Reply>): Promise<boolean> {
  const isSaved = await tryChange({ sentence, send });
  void cache.invalidateQueries({ queryKey: ["cards", "documents"] });
  void cache.invalidateQueries({ queryKey: ["cards", "files"] });
  return isSaved;
}

/** Adds a link to a card. @param url of http, https or mailto */
export const createDocument = (card_id: string, name: string, url: string): Promise<boolean> =>
  save(t`Link ${name} added`, () =>
    api.POST("/api/v1/cards/{card_id}/documents", { params: { path: { card_id } }, body: { name, url } as never }),
  );

/** Deletes a link. */
export const deleteDocument = ({ id, name }: { id: string; name: string }): Promise<boolean> =>
  save(t`Link ${name} deleted`, () => api.DELETE("/api/v1/documents/{doc_id}", { params: { path: { doc_id: id } } }));

/** Uploads a file to a card. */
export const uploadFile = (card_id: string, file: File): Promise<boolean> =>
  save(t`${file.name} uploaded`, () =>
    api.POST("/api/v1/cards/{card_id}/file-attachments", {
      params: { path: { card_id } },
      body: { file } as never,
      bodySerializer: () => formOf({ file }),
    }),
  );

/** Deletes a file. */
export const deleteFile = ({ id, name }: { id: string; name: string }): Promise<boolean> =>
  save(t`${name} deleted`, () =>
    api.DELETE("/api/v1/file-attachments/{attachment_id}", { params: { path: { attachment_id: id } } }),
  );

/** Returns the address of a file's content. */
export const fileAddress = (id: string): string =>
  addressAtMoment(addressInScenario(`/api/v1/file-attachments/${id}/download`));
