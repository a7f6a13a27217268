/** Signatures: the review of documents that people sign, whatever area they belong to. */
import { area } from "../../core/area";

export { contentHash } from "./content";
export { type DocumentKind, requireDocument, requireFreeStatus, revisionIds, type SignedDocument } from "./documents";
export { ContentHash, Nothing, Refusal, Signatory, Signature } from "./model";
export { signingOperations } from "./operations";
export { requestAgain, requestSignatures, signDocument, withdrawRequest } from "./signing";
export { documentInverses } from "./undo";

export const signaturesArea = area({ name: "signatures" });
