/** Signatures: the review of documents that people sign, whatever area they belong to. */
import { area } from "../../core/area";

export { type DocumentKind, requireDocument, requireFreeStatus, revisionIds } from "./documents";
export { Nothing, Rejection, Signatory, SignatureRequest } from "./model";
export { recallSignatures, rejectDocument, requestSignatures, signDocument, withdrawRequest } from "./signing";
export { documentInverses } from "./undo";

export const signaturesArea = area({ name: "signatures" });
