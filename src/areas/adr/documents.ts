/** Architecture decision records as documents that people sign. */
import type { DocumentKind } from "../signatures";
import { type AdrRow, adrRows, CONTENT, named } from "./rows";

/** Architecture decision records, for the steps of signing. */
export const adrDocuments: DocumentKind<AdrRow> = {
  noun: "ADR",
  find: adrRows.find,
  content: CONTENT,
  update: adrRows.update,
  link: (id) => `/ea-delivery/adr/${id}`,
  label: ({ reference_number, title }) => `${reference_number} — ${title}`,
  cardId: () => null,
  data: ({ id, title }) => ({ adr_id: id, adr_title: title }),
  notices: {
    requested: { type: "adr_sign_requested", title: "ADR Signature Requested" },
    received: { type: "adr_signed", title: "ADR Signature Received" },
    completed: { type: "adr_signed", title: "ADR Fully Signed" },
    recalled: { type: "adr_sign_recalled", title: "ADR Signature Request Recalled" },
    rejected: { type: "adr_rejected", title: "ADR Rejected" },
  },
  events: {
    requested: (row, signatory_count) => ({
      type: "adr.signatures_requested",
      data: { ...named(row), signatory_count },
    }),
    requestedAgain: (row, signatory_count) => ({
      type: "adr.signatures_requested_again",
      data: { ...named(row), signatory_count },
    }),
    signed: (row, signer, all_signed) => ({ type: "adr.signed", data: { ...named(row), signer, all_signed } }),
    recalled: (row) => ({ type: "adr.signatures_recalled", data: named(row) }),
    rejected: (row, rejector, comment) => ({ type: "adr.rejected", data: { ...named(row), rejector, comment } }),
  },
};
