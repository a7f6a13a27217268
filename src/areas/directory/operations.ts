/** /directory and /scim/v2 */
import { del, get, MANY_ROWS, type Operation, patch, post, put } from "../../core/api/operation";
import { baseUrl } from "../../core/settings/email";
import { slice } from "../../http/pagination";
import * as groups from "./groups";
import * as model from "./model";
import * as people from "./people";
import * as rules from "./rules";
import { describeSchemas, listOfResources, selected } from "./scim";

const MANAGE = { own: true, permission: "admin.users" } as const;
/** Tokens for directories open these, and nothing else. */
const SCIM = { ...MANAGE, tokens: "scim", answer: model.Answer } as const;
const LIST = { ...SCIM, query: model.ScimQuery, readsMuch: true } as const;
const ONE = { ...SCIM, query: model.OneQuery } as const;
/** Bodies are read by the library of the protocol, which waits for itself. */
const CHANGE = { ...SCIM, body: model.Resource, refusals: [400, 404, 409, 413], largestBody: 4 * 1024 * 1024 } as const;

const base = (): string => `${baseUrl().replace(/\/$/, "")}/api/v1/scim/v2`;

/** Checks whether a change names many members: of a group, or in the operations of a patch. */
function namesMany({ body }: { body: model.Resource }): boolean {
  const lists = [
    body["members"],
    ...(Array.isArray(body["Operations"]) ? body["Operations"] : []).map((one) => one?.value),
  ];
  return lists.some((list) => Array.isArray(list) && list.length > MANY_ROWS);
}

const CONFIGURATION = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: people.MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: "oauthbearertoken", name: "Access token", description: "An access token of a service account, scope scim" },
  ],
};

const typeOf = (name: "User" | "Group") => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `urn:ietf:params:scim:schemas:core:2.0:${name}`,
  meta: { resourceType: "ResourceType", location: `${base()}/ResourceTypes/${name}` },
});

const own: readonly Operation[] = [
  get("/directory/rules", "The roles that groups give", { ...MANAGE, answer: model.Rules }, () => rules.listRules()),
  put(
    "/directory/rules",
    "Set the roles that groups give, and give them to everybody whose groups are known",
    { ...MANAGE, body: model.Rules, answer: model.Rules, writesMuch: true },
    ({ actor, body }) => rules.replaceRules(actor, body),
  ),
  post(
    "/directory/trial",
    "Try the roles that groups give: what some groups mean, and who would get another role",
    { ...MANAGE, body: model.Trial, answer: model.TrialResult },
    ({ actor, body }) => rules.tryRules(actor, body),
  ),
  get(
    "/directory/groups",
    "The groups that the directory has sent, by name",
    { ...MANAGE, query: model.GroupQuery, answer: model.Group.array() },
    ({ query, set }) => slice(groups.listGroups(), query, set),
  ),
];

const about: readonly Operation[] = [
  get("/scim/v2/ServiceProviderConfig", "What this server supports of SCIM", SCIM, () => ({
    ...CONFIGURATION,
    meta: { resourceType: "ServiceProviderConfig", location: `${base()}/ServiceProviderConfig` },
  })),
  get("/scim/v2/ResourceTypes", "The types of resources of SCIM", SCIM, () => {
    const types = [typeOf("User"), typeOf("Group")];
    return listOfResources(types, types.length, 1);
  }),
  get("/scim/v2/Schemas", "The schemas of the resources of SCIM", SCIM, () => {
    const schemas = describeSchemas(base());
    return listOfResources(schemas, schemas.length, 1);
  }),
];

const ofPeople: readonly Operation[] = [
  get("/scim/v2/Users", "People of the directory", LIST, ({ query }) => people.listPeople(query, base())),
  post("/scim/v2/Users", "Create a person of the directory", { ...CHANGE, status: 201 }, ({ actor, body }) =>
    people.createPerson(actor, body, base()),
  ),
  get("/scim/v2/Users/{user_id}", "A person of the directory", ONE, ({ params, query }) =>
    selected(people.findPerson(params.user_id, base()), query),
  ),
  put("/scim/v2/Users/{user_id}", "Replace a person of the directory", CHANGE, ({ actor, params, body }) =>
    people.replacePerson(actor, params.user_id, body, base()),
  ),
  patch(
    "/scim/v2/Users/{user_id}",
    "Change a person of the directory by operations",
    { ...CHANGE, repeatable: false },
    ({ actor, params, body }) => people.patchPerson(actor, params.user_id, body, base()),
  ),
  del(
    "/scim/v2/Users/{user_id}",
    "Take a person out of the directory; the account is deactivated and stays",
    { ...MANAGE, tokens: "scim", refusals: [400, 404] },
    ({ actor, params }) => people.deletePerson(actor, params.user_id, base()),
  ),
];

const ofGroups: readonly Operation[] = [
  get("/scim/v2/Groups", "Groups of the directory", LIST, ({ query }) => groups.listGroupResources(query, base())),
  post(
    "/scim/v2/Groups",
    "Create a group of the directory",
    { ...CHANGE, status: 201, writesMuch: namesMany },
    ({ actor, body }) => groups.createGroup(actor, body, base()),
  ),
  get("/scim/v2/Groups/{group_id}", "A group of the directory with its members", ONE, ({ params, query }) =>
    selected(groups.findGroup(params.group_id, base()), query),
  ),
  put(
    "/scim/v2/Groups/{group_id}",
    "Replace a group of the directory",
    { ...CHANGE, writesMuch: namesMany },
    ({ actor, params, body }) => groups.replaceGroup(actor, params.group_id, body, base()),
  ),
  patch(
    "/scim/v2/Groups/{group_id}",
    "Change a group of the directory by operations",
    { ...CHANGE, repeatable: false },
    ({ actor, params, body }) => groups.patchGroup(actor, params.group_id, body, base()),
  ),
  del(
    "/scim/v2/Groups/{group_id}",
    "Delete a group of the directory; its members stay",
    { ...MANAGE, tokens: "scim", writesMuch: true, refusals: [404] },
    ({ actor, params }) => groups.deleteGroup(actor, params.group_id),
  ),
];

export const operations: readonly Operation[] = [...own, ...about, ...ofPeople, ...ofGroups];
