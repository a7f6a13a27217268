/** Signatures: the review of documents that people sign, whatever area they belong to. */
import { area } from "../../core/area";

export { contentHash } from "./content";
export { type DocumentKind, requireDocument, requireFreeStatus, revisionIds } from "./documents";
export { ContentHash, Nothing, Signatory, Signature } from "./model";
export { signingOperations } from "./operations";
export { requestAgain, withdrawRequest } from "./signing";
export { documentInverses } from "./undo";

export const signaturesArea = area({ name: "signatures" });
