/** /cards/{card_id}/documents and /documents */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { createDocument, deleteDocument, listDocuments } from "./documents";
import * as model from "./model";

export const operations: readonly Operation[] = [
  get(
    "/cards/{card_id}/documents",
    "The links of a card, oldest first",
    { permission: "documents.view", query: model.DocumentQuery, answer: model.Document.array() },
    ({ params, query, set }) => slice(listDocuments(params.card_id), query, set),
  ),
  post(
    "/cards/{card_id}/documents",
    "Add a link to a card",
    { permission: onCard("card.manage_documents"), body: model.NewDocument, answer: model.AddedDocument, status: 201 },
    ({ params, body, actor }) => createDocument(actor, params.card_id, body),
  ),
  del(
    "/documents/{doc_id}",
    "Remove a link",
    { permission: checkedInService({ card: "card.manage_documents" }) },
    ({ params, actor }) => deleteDocument(actor, params.doc_id),
  ),
];
