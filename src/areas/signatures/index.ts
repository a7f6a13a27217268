/** Signatures: the review of documents that people sign, whatever area they belong to. */
import { area } from "../../core/area";

export { type DocumentKind, requireDocument, requireFreeStatus, revisionIds } from "./documents";
export { Nothing, Signatory } from "./model";
export { signingOperations } from "./operations";
export { withdrawRequest } from "./signing";
export { documentInverses } from "./undo";

export const signaturesArea = area({ name: "signatures" });
