/** Requests of programs to be connected, which a person who has logged in allows or denies. */
import type { Actor } from "../../core/access/actor";
import { findClient, type OauthClient } from "../../core/access/oauth/clients";
import { issueCode } from "../../core/access/oauth/codes";
import { hostOf, isLocal, isRegistered } from "../../core/access/oauth/redirects";
import { mcpEnabled } from "../../core/settings/providers";
import { baseUrl } from "../../http/base-url";
import { invalid, notFound } from "../../http/errors";
import type { AuthorizationAnswer, AuthorizationQuery, AuthorizationRequest } from "./access-model";

/** Returns the program of a request, which names one of its own addresses. @throws Problem 404 while assistants are off; 422 */
function clientOf({ client_id, redirect_uri }: AuthorizationQuery, request: Request, resource?: string): OauthClient {
  if (!mcpEnabled()) throw notFound("Page");
  const client = findClient(client_id);
  if (!client) throw invalid(["query", "client_id"], "must be a registered program: connect it again");
  if (!isRegistered(redirect_uri, client.redirect_uris))
    throw invalid(["query", "redirect_uri"], "must be one that the program has registered");
  if (resource && resource.replace(/\/$/, "") !== `${baseUrl(request)}/mcp`)
    throw invalid(["query", "resource"], `must be ${baseUrl(request)}/mcp`);
  return client;
}

const mayWrite = ({ scope }: AuthorizationQuery) => !scope || scope.split(" ").includes("write");

/** Returns what a program asks for. @throws Problem as `clientOf` does */
export function readAuthorization(query: AuthorizationQuery, request: Request): AuthorizationRequest {
  const { name } = clientOf(query, request, query.resource);
  const { redirect_uri } = query;
  return {
    client_name: name,
    redirect_host: hostOf(redirect_uri),
    is_local: isLocal(redirect_uri),
    may_write: mayWrite(query),
  };
}

/**
 * Allows or denies what a program asks for.
 * @returns the address to go to, with a code or the refusal
 * @throws Problem as `clientOf` does
 */
export function answerAuthorization(
  actor: Actor,
  answer: AuthorizationAnswer,
  request: Request,
): { redirect_to: string } {
  const client = clientOf(answer, request, answer.resource);
  const to = new URL(answer.redirect_uri);
  if (answer.allow === null) to.searchParams.set("error", "access_denied");
  else {
    const consent = { clientId: client.id, redirectUri: answer.redirect_uri, userId: actor.userId };
    const scope = mayWrite(answer) ? answer.allow : "read";
    to.searchParams.set("code", issueCode({ ...consent, scope, challenge: answer.code_challenge }));
  }
  if (answer.state) to.searchParams.set("state", answer.state);
  to.searchParams.set("iss", baseUrl(request));
  return { redirect_to: to.href };
}
