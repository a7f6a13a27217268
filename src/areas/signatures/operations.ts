/** The steps of signing as operations, which every kind of document has. */
import type { z } from "zod";
import type { Actor } from "../../core/access/actor";
import type { anyOf } from "../../core/access/operation-permission";
import type { PermissionKey } from "../../core/access/permissions";
import { get, type Operation, post } from "../../core/api/operation";
import type { DocumentKind, SignedDocument } from "./documents";
import { listHistory } from "./history";
import { DocumentEvent, HistoryQuery, Nothing, Rejection, Signature, SignatureRequest } from "./model";
import { recallSignatures, rejectDocument, requestSignatures, signDocument } from "./signing";

/** The part of the operations that differs between kinds of documents. */
type Signing<D extends SignedDocument> = {
  kind: DocumentKind<D>;
  /** A document in the summaries of the operations, as in "an architecture decision". */
  thing: string;
  /** The path of a document, as in `/adr/{adr_id}`, and the name of its parameter. */
  path: string;
  id: string;
  answer: z.ZodType;
  view: PermissionKey;
  manage: PermissionKey;
  sign: PermissionKey | ReturnType<typeof anyOf>;
  /** The body of a signature, if it has more than the hash of the content. */
  signature?: typeof Signature;
  require: (id: string) => unknown;
  /** Creates the next revision of a signed document. @returns its id */
  revise: (actor: Actor, id: string) => string;
};

/** Returns the operations that request, give, recall and refuse signatures, that revise a signed document, and its history. */
export function signingOperations<D extends SignedDocument>(signing: Signing<D>): Operation[] {
  const { kind, thing, path, answer, require, signature = Signature } = signing;
  const idOf = (params: Record<string, string>) => params[signing.id] as string;
  const manage = { permission: signing.manage, answer } as const;
  const sign = { permission: signing.sign, answer } as const;
  const noBody = { body: Nothing, bodyOptional: true } as const;
  return [
    post(
      `${path}/request-signatures`,
      `Ask users to sign ${thing}`,
      { ...manage, body: SignatureRequest },
      ({ params, body, actor }) => {
        requestSignatures(kind, actor, idOf(params), body.user_ids);
        return require(idOf(params));
      },
    ),
    post(
      `${path}/sign`,
      `Sign the present content of ${thing}`,
      { ...sign, body: signature, bodyOptional: true, refusals: [409] },
      ({ params, body, actor }) => {
        signDocument(kind, actor, idOf(params), body?.content_hash);
        return require(idOf(params));
      },
    ),
    post(
      `${path}/recall-signatures`,
      `Make ${thing} that is in review a draft again`,
      { ...manage, ...noBody },
      ({ params, actor }) => {
        recallSignatures(kind, actor, idOf(params));
        return require(idOf(params));
      },
    ),
    post(`${path}/reject`, `Refuse to sign ${thing}`, { ...sign, body: Rejection }, ({ params, body, actor }) => {
      rejectDocument(kind, actor, idOf(params), body.comment);
      return require(idOf(params));
    }),
    get(
      `${path}/history`,
      `What has happened to ${thing}, the latest first`,
      { own: true, permission: signing.view, query: HistoryQuery, answer: DocumentEvent.array() },
      ({ params, query }) => listHistory(kind, idOf(params), query),
    ),
    post(
      `${path}/revise`,
      `Create the next revision of ${thing} that is signed`,
      { ...manage, ...noBody },
      ({ params, actor }) => require(signing.revise(actor, idOf(params))),
    ),
  ];
}
