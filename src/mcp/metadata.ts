/** The documents by which programs find how to be connected: RFC 9728 for the endpoint, RFC 8414 for the tokens. */

/** The scopes that a program may ask for. */
const SCOPES = ["read", "write"];

/** The address of the endpoint's document, which refusals name. */
export const RESOURCE_DOCUMENT = "/.well-known/oauth-protected-resource/mcp";

const resource = (base: string) => ({
  resource: `${base}/mcp`,
  resource_name: "Stoa",
  authorization_servers: [base],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
});

const authorization = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/mcp/authorize`,
  token_endpoint: `${base}/mcp/token`,
  registration_endpoint: `${base}/mcp/register`,
  revocation_endpoint: `${base}/mcp/revoke`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  scopes_supported: SCOPES,
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
});

const documents: Readonly<Record<string, (base: string) => object>> = {
  [RESOURCE_DOCUMENT]: resource,
  "/.well-known/oauth-protected-resource": resource,
  "/.well-known/oauth-authorization-server": authorization,
};

/** Returns the document at a path; undefined where there is none. */
export const documentAt = (path: string, base: string): object | undefined => documents[path]?.(base);
