/** /cards/{card_id}/file-attachments and /file-attachments */

import type { Actor } from "../../core/access/actor";
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { RangeConditions } from "../../http/ranges";
import { downloadFile } from "./download";
import { deleteFile, listFiles } from "./files";
import { fileTypes } from "./formats";
import * as model from "./model";
import type { WholeFile } from "./text-files";
import { attachUploadedFile, LARGEST, readUploadedFile, uploadFile } from "./upload";

/** The largest form of a file that a scenario stores, in bytes. */
const LARGEST_FORM = LARGEST + 64 * 1024;
/** The call in a scenario, which has read the file. */
type ReadUpload = { params: { card_id: string }; body: WholeFile; actor: Actor };

export const operations: readonly Operation[] = [
  get(
    "/cards/{card_id}/file-attachments",
    "The files of a card, newest first",
    {
      permission: "documents.view",
      landscape: true,
      query: model.FileQuery,
      answer: model.FileAttachment.array(),
    },
    ({ params, query, set }) => slice(listFiles(params.card_id), query, set),
  ),
  post(
    "/cards/{card_id}/file-attachments",
    "Attach a file to a card: PDF, DOCX, XLSX, PPTX, PNG, JPEG, SVG or text, of 10 MiB at most",
    {
      permission: onCard("card.manage_documents"),
      landscape: true,
      form: model.NewFile,
      inScenario: {
        form: { largest: LARGEST_FORM, read: readUploadedFile },
        handler: ({ params, body, actor }: ReadUpload) => attachUploadedFile(actor, params.card_id, body),
      },
      answer: model.UploadedFile,
      status: 201,
      repeatable: false,
    },
    ({ params, actor, request }) => uploadFile(actor, params.card_id, request),
  ),
  get(
    "/file-attachments/{attachment_id}/download",
    "The content of a file, or a range of it",
    {
      operationId: "downloadFileAttachment",
      landscape: true,
      permission: "documents.view",
      headers: RangeConditions,
      answer: model.Content,
      media: fileTypes,
      sends: ["Content-Disposition"],
      ranges: true,
    },
    ({ params, headers }) => downloadFile(params.attachment_id, headers),
  ),
  del(
    "/file-attachments/{attachment_id}",
    "Delete a file",
    { permission: checkedInService({ card: "card.manage_documents" }), landscape: true },
    ({ params, actor }) => deleteFile(actor, params.attachment_id),
  ),
];
