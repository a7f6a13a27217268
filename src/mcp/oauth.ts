/**
 * The endpoints by which programs register themselves and get their tokens (OAuth 2.1, RFC 7591, RFC 7009). All of them are
 * public: a program proves with its code and its verifier that somebody has allowed it.
 */
import { z } from "zod";
import { inTurn } from "../../db/write-lock";
import { visitor } from "../core/access/guard";
import { loadClient } from "../core/access/oauth/client-documents";
import { programName, registerClient } from "../core/access/oauth/clients";
import { connectByCode, endConnection, type IssuedTokens, refreshConnection } from "../core/access/oauth/connections";
import { isRegistered, isRegistrable } from "../core/access/oauth/redirects";
import { baseUrl } from "../http/base-url";
import { Problem } from "../http/errors";
import { readBody, readJson } from "../http/json";
import { countCall, countWrongToken } from "../http/rate-limit";
import { contextOf } from "../http/request-context";

/** Bytes of a request. */
const LARGEST = 16 * 1024;
/** Programs that a client may register in a minute, and requests for tokens. */
const REGISTRATIONS = 20;
const TOKEN_REQUESTS = 120;

const HEADERS = { "cache-control": "no-store", "access-control-allow-origin": "*" };

/** Returns a refusal as OAuth has it. */
const refusal = (error: string, error_description: string, status = 400): Response =>
  Response.json({ error, error_description }, { status, headers: HEADERS });

const Registration = z.object({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(10),
  token_endpoint_auth_method: z.string().max(50).optional(),
});

/** Registers a program. */
export async function register(request: Request): Promise<Response> {
  countCall("POST /mcp/register", contextOf(request).address, REGISTRATIONS);
  const { data, error } = Registration.safeParse(await readJson(request, LARGEST));
  if (error) return refusal("invalid_client_metadata", z.prettifyError(error).slice(0, 500));
  const bad = data.redirect_uris.find((uri) => !isRegistrable(uri));
  if (bad !== undefined)
    return refusal(
      "invalid_redirect_uri",
      "A redirect_uri must be one of https, of the own machine, or of a program's own scheme",
    );
  const client = await inTurn(() => registerClient(programName(data.client_name), data.redirect_uris));
  const answer = {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1_000),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return Response.json(answer, { status: 201, headers: HEADERS });
}

/** Reads a form of one value for each name. @throws Problem 400 for a value that is given twice, 415 for another type */
async function readForm(request: Request): Promise<Record<string, string>> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    throw new Problem(415, "The body must be application/x-www-form-urlencoded");
  const values = new URLSearchParams(new TextDecoder().decode(await readBody(request, LARGEST)));
  const names = [...values.keys()];
  if (new Set(names).size !== names.length) throw new Problem(400, "The body must not have a parameter twice");
  return Object.fromEntries(values);
}

const tokensAnswer = ({ access, refresh, scope, seconds }: IssuedTokens): Response =>
  Response.json(
    { access_token: access, token_type: "Bearer", expires_in: seconds, refresh_token: refresh, scope },
    { headers: HEADERS },
  );

/** Issues tokens for a code, or for the token by which a program gets the next. */
export async function issueTokens(request: Request): Promise<Response> {
  const { address } = contextOf(request);
  countCall("POST /mcp/token", address, TOKEN_REQUESTS);
  const form = await readForm(request);
  const { grant_type, client_id: clientId = "", resource } = form;
  if (resource && resource.replace(/\/$/, "") !== `${baseUrl(request)}/mcp`)
    return refusal("invalid_target", `The resource must be ${baseUrl(request)}/mcp`);
  const author = visitor(request);
  const {
    code = "",
    redirect_uri: redirectUri = "",
    code_verifier: verifier = "",
    refresh_token: refreshToken = "",
  } = form;
  const issue = {
    authorization_code: () => connectByCode(author, { code, clientId, redirectUri, verifier }),
    refresh_token: () => refreshConnection(author, refreshToken, clientId),
  }[grant_type ?? ""];
  if (!issue) return refusal("unsupported_grant_type", "The grant_type must be authorization_code or refresh_token");
  try {
    const tokens = await inTurn(issue);
    if (tokens) return tokensAnswer(tokens);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return refusal("invalid_grant", error.message);
    throw error;
  }
  countWrongToken(address, code + refreshToken);
  return refusal("invalid_grant", "It is unknown, over, used before, or not of this program, address and verifier");
}

/** Ends the connection of a token; there is no answer that says whether it was one. */
export async function revokeTokens(request: Request): Promise<Response> {
  countCall("POST /mcp/token", contextOf(request).address, TOKEN_REQUESTS);
  const { token } = await readForm(request);
  if (token) await inTurn(() => endConnection(visitor(request), token));
  return new Response(null, { headers: HEADERS });
}

/** The path that a program sends its user's browser to. */
export const AUTHORIZE = "/mcp/authorize";

/** The parameters of a request that the console's page needs. */
const PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
];

/** Returns the parameters of a request as one text, which no router takes apart. */
const packed = (parameters: object): string => Buffer.from(JSON.stringify(parameters)).toString("base64url");

/**
 * Sends the browser on to the console's page, where its user logs in and answers; back to the program with what is wrong with
 * the request. It goes to no address that the program hasn't registered.
 */
async function authorize(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const given = Object.fromEntries(
    PARAMETERS.flatMap((name) => [[name, searchParams.get(name)]]).filter(([, value]) => value),
  );
  const client = await loadClient(given["client_id"] ?? "", contextOf(request).address);
  if (!client)
    throw new Problem(400, "client_id: the program is not registered, or no longer; remove and connect it again");
  if (!isRegistered(given["redirect_uri"] ?? "", client.redirect_uris))
    throw new Problem(400, "redirect_uri: it is none of those that the program has registered");
  const isWhole =
    given["response_type"] === "code" && given["code_challenge_method"] === "S256" && given["code_challenge"];
  if (isWhole) return Response.redirect(`${baseUrl(request)}/authorize?request=${packed(given)}`, 302);
  const back = new URL(given["redirect_uri"] as string);
  back.searchParams.set("error", given["response_type"] === "code" ? "invalid_request" : "unsupported_response_type");
  back.searchParams.set("error_description", "response_type must be code, and code_challenge_method S256");
  if (given["state"]) back.searchParams.set("state", given["state"]);
  return Response.redirect(back.href, 302);
}

const endpoints: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  [AUTHORIZE]: authorize,
  "/mcp/register": register,
  "/mcp/token": issueTokens,
  "/mcp/revoke": revokeTokens,
};

/** Returns the endpoint at a path; undefined where there is none. */
export const endpointAt = (path: string): ((request: Request) => Promise<Response>) | undefined => endpoints[path];
