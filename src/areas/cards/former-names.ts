/** Former names of exports, until all areas use the new ones; to be deleted then. */
export { recalculate as recompute, refreshDerivedFields as settle } from "./derived-fields";
export { approvedFields } from "./lifecycle/approval";
export { deleteRows as removeCards } from "./lifecycle/delete";
export {
  redactedKeysFor as hiddenCosts,
  redactKeys as withoutKeys,
  redactPayload as withoutCosts,
  redactPayloadsFor as payloadsFor,
  redactPayloadText as payloadText,
} from "./redaction";
export {
  type CardColumns as Changes,
  findCards as cardRows,
  parseObject as parsed,
  requireCard as cardRow,
  updateColumns as updateCard,
} from "./repository";
export { updateCard as changeCard } from "./update";
