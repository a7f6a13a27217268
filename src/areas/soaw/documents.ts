/** Statements of architecture work as documents that people sign. */
import type { DocumentKind } from "../signatures";
import { CONTENT, named, type SoawRow, soawRows } from "./rows";

/** Statements of architecture work, for the steps of signing. */
export const soawDocuments: DocumentKind<SoawRow> = {
  noun: "SoAW",
  find: soawRows.find,
  content: CONTENT,
  update: soawRows.update,
  link: (id) => `/ea-delivery/soaw/${id}`,
  label: ({ name }) => name,
  cardId: ({ initiative_id }) => initiative_id,
  data: ({ id, name }) => ({ soaw_id: id, soaw_name: name }),
  notices: {
    requested: { type: "soaw_sign_requested", title: "Signature Requested" },
    received: { type: "soaw_signed", title: "SoAW Signature Received" },
    completed: { type: "soaw_signed", title: "SoAW Fully Signed" },
    recalled: { type: "soaw_sign_recalled", title: "Signature Request Recalled" },
    rejected: { type: "soaw_rejected", title: "SoAW Rejected" },
  },
  events: {
    requested: (row, signatory_count) => ({
      type: "soaw.signatures_requested",
      data: { ...named(row), signatory_count },
    }),
    requestedAgain: (row, signatory_count) => ({
      type: "soaw.signatures_requested_again",
      data: { ...named(row), signatory_count },
    }),
    signed: (row, signer, all_signed) => ({ type: "soaw.signed", data: { ...named(row), signer, all_signed } }),
    recalled: (row) => ({ type: "soaw.signatures_recalled", data: named(row) }),
    rejected: (row, rejector, comment) => ({ type: "soaw.rejected", data: { ...named(row), rejector, comment } }),
  },
};
