/** The prerequisites of an operation in the generated tests: rows for the ids and keys in its path, and a body. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cardNumber, db, firstValue, relationTypeNumber, statement, tables, transaction, uuidBytes } from "../../db";
import { clearCaches } from "../../db/cache";
import { lastMomentIn } from "../../db/states";
import { listBackups } from "../../src/areas/backups/backups";
import { nextNumber } from "../../src/areas/risks/register/rows";
import { nameAt } from "../../src/core/backups/names";
import { updateMcpSettings } from "../../src/core/settings/providers";
import { createLongChange } from "../../src/core/threads/long-changes";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { sha256, wheel } from "../support/content-package";
import { fill, type Operation, type Random, type Schemas } from "../support/openapi";

let made = 0;
/** Returns a key that no other row of this run has. */
const uniqueKey = (prefix: string) => `${prefix}_${++made}`;
const stamps = () => ({ created_at: now(), updated_at: now() });

/**
 * Inserts a row, and empties the caches of the server.
 * @param name the id or key of the row, which is returned
 */
function insert(name: string, write: () => void): string {
  transaction(write);
  clearCaches();
  return name;
}

export const newCard = (type = "Application", status = "ACTIVE"): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.cards)
      .values({ id, type, status, name: `Card ${id}`, name_key: `card ${id}`, ...stamps() })
      .run(),
  );
};

const newDirectoryGroup = (): string => {
  const id = newId();
  const row = { id, display_name: `Group ${id}`, external_id: null, ...stamps() };
  return insert(id, () => db.insert(tables.directoryGroups).values(row).run());
};

/** Returns a patch of one attribute as directories send it. */
const patchOf = (path: string, value: unknown) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: [{ op: "replace", path, value }],
});

const newUser = (isServiceAccount = false): string => {
  const id = newId();
  const row = { id, email: `${id}@stoa.example`, display_name: `User ${id}`, role: "viewer", ...stamps() };
  return insert(id, () =>
    db
      .insert(tables.users)
      .values({ ...row, is_service_account: isServiceAccount })
      .run(),
  );
};

const newRelation = (): string => {
  const id = newId();
  const [sourceId, targetId] = [newCard("Platform"), newCard("Application")];
  return insert(id, () =>
    statement(
      `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, created_ms)
       VALUES (${uuidBytes()}, ${relationTypeNumber("'relPlatformToApp'")}, ${cardNumber()}, ${cardNumber()}, ?)`,
    ).run(id, sourceId, targetId, Date.now()),
  );
};

const newRole = (isArchived = false): string => {
  const key = uniqueKey("sample_role");
  return insert(key, () =>
    db
      .insert(tables.roles)
      .values({ id: newId(), key, label: key, permissions: {}, is_archived: isArchived, ...stamps() })
      .run(),
  );
};

const newCardType = (): string => {
  const key = uniqueKey("SampleType");
  return insert(key, () =>
    db
      .insert(tables.cardTypes)
      .values({
        key,
        label: key,
        subtypes: [],
        fields_schema: [],
        stakeholder_roles: [],
        section_config: {},
        translations: {},
      })
      .run(),
  );
};

/** Creates one between new card types: two card types may have only one relation type. */
const newRelationType = (isHidden: boolean): string => {
  const key = uniqueKey("sampleRelation");
  const [sourceTypeKey, targetTypeKey] = [newCardType(), newCardType()];
  return insert(key, () =>
    db
      .insert(tables.relationTypes)
      .values({
        key,
        label: key,
        source_type_key: sourceTypeKey,
        target_type_key: targetTypeKey,
        is_hidden: isHidden,
        attributes_schema: [],
        translations: {},
      })
      .run(),
  );
};

/** Creates a stakeholder role next to another one, because the only role of a card type can't be archived. */
const newStakeholderRole = (cardTypeKey: string, isArchived = false): string => {
  const key = uniqueKey("sample_stakeholder_role");
  const row = { card_type_key: cardTypeKey, label: key, permissions: {}, translations: {}, ...stamps() };
  return insert(key, () =>
    db
      .insert(tables.stakeholderRoleDefinitions)
      .values([
        { ...row, id: newId(), key, is_archived: isArchived },
        { ...row, id: newId(), key: `${key}_too` },
      ])
      .run(),
  );
};

const newStakeholder = (): string => {
  const id = newId();
  const [cardId, userId] = [newCard(), newUser()];
  return insert(id, () =>
    db
      .insert(tables.stakeholders)
      .values({ id, card_id: cardId, user_id: userId, role: "observer", created_at: now() })
      .run(),
  );
};

const newTagGroup = (): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.tagGroups)
      .values({ id, name: `Group ${id}`, created_at: now() })
      .run(),
  );
};

const newTag = (tagGroupId = newTagGroup()): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.tags)
      .values({ id, tag_group_id: tagGroupId, name: `Tag ${id}` })
      .run(),
  );
};

const newInvitation = (): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.invitations)
      .values({ id, email: `${id}@stoa.example`, role: "member", created_at: now() })
      .run(),
  );
};

const newPrinciple = (): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.principles)
      .values({ id, title: id, ...stamps() })
      .run(),
  );
};

const catalogueRow = () => ({ id: newId(), key: uniqueKey("sample"), label: "Sample", translations: {}, ...stamps() });

const newRegulation = (): string => {
  const row = catalogueRow();
  return insert(row.id, () => db.insert(tables.complianceRegulations).values(row).run());
};

const newResourceType = (): string => {
  const row = catalogueRow();
  return insert(row.id, () =>
    db
      .insert(tables.resourceTypes)
      .values({ ...row, kind: "link_type" })
      .run(),
  );
};

/** Creates an open batch whose user was deleted, so that only users with `admin.events` may see it. */
const newBatch = (): string => {
  const id = newId();
  return insert(id, () =>
    db.insert(tables.mutationBatches).values({ id, tool_name: "sample", origin: "api", created_at: now() }).run(),
  );
};

const newCalculation = (): string => {
  const id = newId();
  const row = { target_type_key: "Application", target_field_key: "sampleField", formula: "1 + 1" };
  return insert(id, () =>
    db
      .insert(tables.calculations)
      .values({ ...row, id, name: `Calculation ${id}`, ...stamps() })
      .run(),
  );
};

/** Creates a notification of the newest user, who makes the call. */
const newNotification = (): string => {
  const id = newId();
  const userId = firstValue<string>("SELECT id FROM users ORDER BY rowid DESC LIMIT 1") ?? newUser();
  return insert(id, () =>
    db
      .insert(tables.notifications)
      .values({ id, user_id: userId, type: "sample", title: "Sample", message: "Sample", created_at: now() })
      .run(),
  );
};

const newPortal = (isPublished: boolean): { id: string; slug: string } => {
  const [id, slug] = [newId(), `sample-${++made}`];
  insert(id, () =>
    db
      .insert(tables.webPortals)
      .values({ id, slug, name: slug, card_type: "Application", is_published: isPublished, ...stamps() })
      .run(),
  );
  return { id, slug };
};

const newComment = (): string => {
  const id = newId();
  const [cardId, userId] = [newCard(), newUser()];
  return insert(id, () =>
    db
      .insert(tables.comments)
      .values({ id, card_id: cardId, user_id: userId, content: "Sample", ...stamps() })
      .run(),
  );
};

const newTodo = (status: "open" | "scheduled"): string => {
  const id = newId();
  const cardId = newCard();
  return insert(id, () =>
    db.insert(tables.todos).values({ id, card_id: cardId, description: "Sample", status, created_at: now() }).run(),
  );
};

const newDocument = (): string => {
  const id = newId();
  const cardId = newCard();
  return insert(id, () =>
    db.insert(tables.documents).values({ id, card_id: cardId, name: "Sample", created_at: now() }).run(),
  );
};

/** Creates a file of no bytes. */
const newFile = (): string => {
  const id = newId();
  const row = { id, card_id: newCard(), name: "sample.txt", mime_type: "text/plain", is_complete: true };
  return insert(id, () =>
    db
      .insert(tables.fileAttachments)
      .values({ ...row, created_at: now() })
      .run(),
  );
};

/** Returns the user that was created last, which is the one who calls: what has an owner is changed by nobody else. */
const lastUser = (): string =>
  statement<{ id: string }>("SELECT id FROM users ORDER BY rowid DESC LIMIT 1").get()?.id ?? newUser();

/** Creates a view with a feed. */
const newBookmark = (): string => {
  const [id, userId] = [newId(), lastUser()];
  const row = { id, user_id: userId, name: "Sample", odata_enabled: true, ...stamps() };
  return insert(id, () => db.insert(tables.bookmarks).values(row).run());
};

/** Creates an access token for feeds. */
const newToken = (userId = lastUser()): string => {
  const id = newId();
  const row = { id, user_id: userId, name: "Sample", token_hash: id, last_four: "0000", scope: "feed" as const };
  return insert(id, () =>
    db
      .insert(tables.accessTokens)
      .values({ ...row, created_at: now() })
      .run(),
  );
};

/** Creates a session. */
const newLogin = (userId = lastUser()): string => {
  const id = newId();
  const row = { id, user_id: userId, jti: id, way: "password" as const, expires_at: "2999-12-31T00:00:00.000Z" };
  return insert(id, () =>
    db
      .insert(tables.sessions)
      .values({ ...row, created_at: now() })
      .run(),
  );
};

/** Creates an authenticator app. */
const newFactor = (): string => {
  const [id, userId] = [newId(), lastUser()];
  const row = { id, user_id: userId, kind: "totp" as const, name: "Sample", secret: "", created_at: now() };
  return insert(id, () => db.insert(tables.secondFactors).values(row).run());
};

const newSavedReport = (): string => {
  const [id, ownerId] = [newId(), lastUser()];
  const row = { id, owner_id: ownerId, name: "Sample", report_type: "cost", config: {}, ...stamps() };
  return insert(id, () => db.insert(tables.savedReports).values(row).run());
};

const newDiagram = (): string => {
  const id = newId();
  const row = { id, name: id, name_key: id, card_count: 0, card_refs: [], data: "{}", ...stamps() };
  return insert(id, () => db.insert(tables.diagrams).values(row).run());
};

/** Creates a diagram that everybody has starred. */
const newStarredDiagram = (): string => {
  const id = newDiagram();
  return insert(id, () =>
    statement("INSERT INTO diagram_favorites (user_id, diagram_id) SELECT id, ? FROM users").run(id),
  );
};

/** Creates a card that everybody has starred. */
const newStarredCard = (): string => {
  const id = newCard();
  return insert(id, () =>
    statement(
      "INSERT INTO user_favorites (id, user_id, card_id, created_at) SELECT hex(randomblob(16)), id, ?, ? FROM users",
    ).run(id, now()),
  );
};

/** Creates a card that a decision is linked to. */
const newDecidedCard = (decisionId: string): string => {
  const id = newCard();
  return insert(id, () =>
    db.insert(tables.architectureDecisionCards).values({ architecture_decision_id: decisionId, card_id: id }).run(),
  );
};

/** Creates a card that a diagram is linked to. */
const newDrawnCard = (diagramId: string): string => {
  const id = newCard();
  return insert(id, () => db.insert(tables.diagramCards).values({ diagram_id: diagramId, card_id: id }).run());
};

const newDiagramGroup = (): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.diagramGroups)
      .values({ id, name: "Sample", sort_order: 0, ...stamps() })
      .run(),
  );
};

/** Creates a migration whose file was parsed. */
const newMigration = (): string => {
  const id = newId();
  const row = { id, name: "Sample", source_type: "leanix", status: "parsed" as const, file_hash: id, stats: "{}" };
  return insert(id, () =>
    db
      .insert(tables.migrations)
      .values({ ...row, field_mappings: {}, parsed_at: now(), ...stamps() })
      .run(),
  );
};

/** Creates a transfer of a workspace that is previewed; its bundle can't be read. */
const newTransfer = (): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.workspaceTransfers)
      .values({ id, filename: "bundle.zip", is_complete: true, status: "previewed", created_at: now() })
      .run(),
  );
};

type Maker = (others: Record<string, string>, archived: boolean, method: string) => string;

/** Everybody as a signatory of a document in review. */
const signatoriesOf = (status: string) =>
  status !== "in_review"
    ? []
    : db
        .select()
        .from(tables.users)
        .all()
        .map(({ id: user_id, display_name, email }) => ({
          ...{ user_id, display_name, email },
          ...{ status: "pending" as const, signed_at: null },
        }));

/** Creates a decision record; in review everybody is asked to sign it. */
const newAdr = (status: string): string => {
  const id = newId();
  const row = { id, status, reference_number: `sample ${id}`, title: "Sample", related_decisions: [], ...stamps() };
  return insert(id, () =>
    db
      .insert(tables.architectureDecisions)
      .values({ ...row, signatories: signatoriesOf(status) })
      .run(),
  );
};

/** Creates a statement of architecture work; in review everybody is asked to sign it. */
const newSoaw = (status: string): string => {
  const id = newId();
  const row = { id, status, name: "Sample", document_info: {}, version_history: [], sections: {}, ...stamps() };
  return insert(id, () =>
    db
      .insert(tables.statementsOfArchitectureWork)
      .values({ ...row, signatories: signatoriesOf(status) })
      .run(),
  );
};

/** Creates a survey that asks the observers of applications, of whom there is one. */
const newSurvey = (status: "draft" | "active"): string => {
  const id = newId();
  newStakeholder();
  const audience = { target_type_key: "Application", target_filters: {}, target_roles: ["observer"] };
  return insert(id, () =>
    db
      .insert(tables.surveys)
      .values({ id, name: "Sample", status, ...audience, fields: [{ key: "sample" }], sent_at: now(), ...stamps() })
      .run(),
  );
};

/** Creates a card about which a survey asks the administrators and the last user, one of whom is the caller. */
const newSurveyedCard = (surveyId: string): string => {
  const id = newCard();
  const administrators = statement<{ id: string }>("SELECT id FROM users WHERE role = 'admin'").all();
  return insert(id, () => {
    for (const user_id of new Set([...administrators.map((user) => user.id), lastUser()]))
      db.insert(tables.surveyResponses)
        .values({ id: newId(), survey_id: surveyId, card_id: id, user_id, created_at: now() })
        .run();
  });
};

/** Creates a survey that asks the caller about a card. */
const newAnsweredSurvey = (): string => {
  const id = newSurvey("active");
  newSurveyedCard(id);
  return id;
};

const newVersion = (processId: string, status: "draft" | "pending" | "published"): string => {
  const id = newId();
  const row = { id, process_id: processId, status, revision: ++made, bpmn_xml: "", ...stamps() };
  return insert(id, () => db.insert(tables.processFlowVersions).values(row).run());
};

const newElement = (processId: string): string => {
  const id = newId();
  const row = { id, process_id: processId, bpmn_element_id: id, element_type: "task", sequence_order: 0, ...stamps() };
  return insert(id, () => db.insert(tables.processElements).values(row).run());
};

const newAssessment = (processId: string): string => {
  const id = newId();
  const scores = { overall_score: 3, efficiency: 3, effectiveness: 3, compliance: 3, automation: 3 };
  const row = { id, process_id: processId, assessment_date: "2026-01-31", action_items: [], ...scores, ...stamps() };
  return insert(id, () => db.insert(tables.processAssessments).values(row).run());
};

/** Creates a process with a diagram that has a picture. */
const newModelledProcess = (): string => {
  const [id, processId] = [newId(), newCard("BusinessProcess")];
  const row = { id, process_id: processId, version: 1, bpmn_xml: "<x/>", svg_thumbnail: "<svg/>", ...stamps() };
  insert(id, () => db.insert(tables.processDiagrams).values(row).run());
  return processId;
};

const newRisk = (): string => {
  const id = newId();
  const assessment = { initial_probability: "low", initial_impact: "low", initial_level: "low" } as const;
  const row = { id, number: nextNumber("risks"), title: "Sample", search_key: "sample", ...assessment, ...stamps() };
  return insert(id, () => db.insert(tables.risks).values(row).run());
};

const newMitigationTask = (): string => {
  const [id, riskId] = [newId(), newRisk()];
  const row = { id, risk_id: riskId, number: nextNumber("risk_mitigation_tasks"), title: "Sample", ...stamps() };
  return insert(id, () => db.insert(tables.riskMitigationTasks).values(row).run());
};

const newOccurrence = (taskId: string): string => {
  const id = newId();
  const row = { id, task_id: taskId, sequence: 1, status: "open", created_at: now() } as const;
  return insert(id, () => db.insert(tables.riskMitigationTaskOccurrences).values(row).run());
};

const ppmRow = (initiativeId = newCard("Initiative")) => ({ id: newId(), initiative_id: initiativeId, ...stamps() });

const newStatusReport = (): string => {
  const row = ppmRow();
  const health = { schedule_health: "onTrack", cost_health: "onTrack", scope_health: "onTrack" } as const;
  return insert(row.id, () =>
    db
      .insert(tables.ppmStatusReports)
      .values({ ...row, ...health, report_date: "2026-01-31" })
      .run(),
  );
};

const newCostLine = (): string => {
  const row = { ...ppmRow(), description: "Sample", category: "capex", planned: 0, actual: 0 } as const;
  return insert(row.id, () => db.insert(tables.ppmCostLines).values(row).run());
};

const newBudgetLine = (): string => {
  const row = { ...ppmRow(), fiscal_year: 2026, category: "capex", amount: 0 } as const;
  return insert(row.id, () => db.insert(tables.ppmBudgetLines).values(row).run());
};

const newProjectRisk = (): string => {
  const row = { ...ppmRow(), title: "Sample", probability: 3, impact: 3, risk_score: 9, status: "open" } as const;
  return insert(row.id, () => db.insert(tables.ppmRisks).values(row).run());
};

const newWbsItem = (initiativeId?: string): string => {
  const row = { ...ppmRow(initiativeId), title: "Sample", sort_order: 0, is_milestone: false, completion: 0 };
  return insert(row.id, () => db.insert(tables.ppmWbs).values(row).run());
};

const newProjectTask = (initiativeId?: string): string => {
  const row = {
    ...ppmRow(initiativeId),
    title: "Sample",
    status: "todo",
    priority: "low",
    sort_order: 0,
    tags: [],
  } as const;
  return insert(row.id, () =>
    db
      .insert(tables.ppmTasks)
      .values({ ...row, tags: [] })
      .run(),
  );
};

const newTaskComment = (): string => {
  const initiativeId = newCard("Initiative");
  const row = { ...ppmRow(initiativeId), task_id: newProjectTask(initiativeId), user_id: newUser(), content: "Sample" };
  return insert(row.id, () => db.insert(tables.ppmTaskComments).values(row).run());
};

const newDependency = (): string => {
  const initiativeId = newCard("Initiative");
  const [taskId, itemId] = [newProjectTask(initiativeId), newWbsItem(initiativeId)];
  const { updated_at: _, ...row } = ppmRow(initiativeId);
  return insert(row.id, () =>
    db
      .insert(tables.ppmDependencies)
      .values({ ...row, pred_task_id: taskId, succ_wbs_id: itemId })
      .run(),
  );
};

/** Creates a connection to an address that is never called. */
const newItsmConnection = (): string => {
  const id = newId();
  const row = { id, name: "Sample", instance_url: "https://127.0.0.1:1", auth_type: "basic" as const, ...stamps() };
  return insert(id, () => db.insert(tables.servicenowConnections).values(row).run());
};

const newWebhook = (): string => {
  const id = newId();
  const row = { id, name: "Sample", address: "https://127.0.0.1:1", preset: "standard" as const, is_paused: true };
  const read = { event_types: ["card.*"], filter: {}, secret: "whsec_c2FtcGxl", position: 0 };
  return insert(id, () =>
    db
      .insert(tables.webhooks)
      .values({ ...row, ...read, ...stamps() })
      .run(),
  );
};

/** Creates a scenario that begins with the last moment. */
const newScenario = (): string => {
  const id = newId();
  const { seq, at, event } = lastMomentIn("main");
  const base = { base_seq: seq, base_at: at, base_event: event };
  return insert(id, () =>
    db
      .insert(tables.scenarios)
      .values({ id, name: "Sample", ...base, ...stamps() })
      .run(),
  );
};

/** Creates a change of a scenario, which describes a card anew. */
const newScenarioChange = (scenario_id: string): string => {
  const id = newId();
  const card = newCard();
  const operation = "patch /cards/{card_id}";
  const asked = {
    operation,
    summary: "Change a card",
    url: `/api/v1/cards/${card}`,
    params: { card_id: card },
    query: {},
  };
  const body = Buffer.from(JSON.stringify({ description: "Sample" }));
  return insert(id, () =>
    db
      .insert(tables.scenarioChanges)
      .values({ id, scenario_id, position: 1, ...asked, body, at: now(), events: [] })
      .run(),
  );
};

const newDelivery = (webhook_id: string): string => {
  const id = newId();
  const row = { id, webhook_id, message_id: id, event_type: "card.created", attempt: 1, is_delivered: true };
  return insert(id, () =>
    db
      .insert(tables.webhookDeliveries)
      .values({ ...row, milliseconds: 1, created_at: now() })
      .run(),
  );
};

const newItsmMapping = (): string => {
  const id = newId();
  const row = {
    ...{ id, connection_id: newItsmConnection(), card_type_key: "Application", snow_table: "sample" },
    ...{ sync_direction: "snow_to_turbo" as const, sync_mode: "additive" as const, max_deletion_ratio: 0.5 },
    ...stamps(),
  };
  return insert(id, () => db.insert(tables.servicenowMappings).values(row).run());
};

/** Creates the row by which work is executed, for a day on which no process claims it. */
function newHeldRun(kind: string, id: string, input: object): void {
  const row = { id, kind, subject: id, input: JSON.stringify(input), state: "queued" as const };
  transaction(() =>
    db
      .insert(tables.runs)
      .values({ ...row, due_at: "9999-01-01T00:00:00.000Z", created_at: now() })
      .run(),
  );
}

/** Creates a run that no process may claim. */
const newItsmRun = (): string => {
  const id = newId();
  newHeldRun("sample", id, {});
  const row = {
    ...{ id, connection_id: newItsmConnection(), status: "running" as const, direction: "pull" as const },
    ...{ started_at: now(), stats: {}, phase: "read" as const, lease_owner: "nobody", lease_until: "9999" },
  };
  return insert(id, () => db.insert(tables.servicenowSyncRuns).values(row).run());
};

/** Ends the unfinished runs of analyses, so that others can start. */
function endRuns(): void {
  transaction(() =>
    statement("UPDATE turbolens_analysis_runs SET status = 'failed' WHERE status IN ('queued', 'running')").run(),
  );
}

const newRun = (status: "queued" | "completed"): string => {
  const id = newId();
  endRuns();
  if (status === "queued") newHeldRun("sample", id, {});
  return insert(id, () =>
    db
      .insert(tables.analysisRuns)
      .values({ id, analysis_type: "sample", status, started_at: now(), ...stamps() })
      .run(),
  );
};

/** Creates a finding about a card. */
const newFinding = (): string => {
  const [id, run_id, card_id] = [newId(), newRun("completed"), newCard()];
  const assessment = { regulation: "gdpr", requirement: "Sample", status: "partial", severity: "low" } as const;
  const row = { id, run_id, card_id, finding_key: id, ...assessment, ...stamps() };
  return insert(id, () => db.insert(tables.complianceFindings).values(row).run());
};

const newCluster = (): string => {
  const id = newId();
  const row = { id, cluster_name: "Sample", card_type: "Application", card_ids: [], card_names: [] };
  return insert(id, () =>
    db
      .insert(tables.duplicateClusters)
      .values({ ...row, analysed_at: now(), ...stamps() })
      .run(),
  );
};

/** Creates a saved session of the wizard. */
const newSession = (): string => {
  const id = newId();
  return insert(id, () =>
    db
      .insert(tables.assessments)
      .values({ id, title: "Sample", requirement: "Sample", session_data: "{}", ...stamps() })
      .run(),
  );
};

let backups = 0;

/** Creates a file with the name of a backup, and another one, so that it isn't the only one. @returns its name */
function newBackup(): string {
  const { folder } = listBackups();
  mkdirSync(folder, { recursive: true });
  const names = [0, 1].map(() => nameAt(new Date(Date.UTC(2020, 0, 1) + 1_000 * ++backups).toISOString(), false));
  for (const name of names) writeFileSync(join(folder, name), "no backup");
  return names[0] as string;
}

/** Makes the row that a parameter of a path stands for; the first entry that fits counts. `others` holds the parameters already made. */
const parameterMakers: [path: RegExp, name: string, make: Maker][] = [
  [/^\/api\/v1\/roles\//, "key", (_, archived) => newRole(archived)],
  [/^\/api\/v1\/metamodel\/types\//, "key", newCardType],
  [/^\/api\/v1\/metamodel\/relation-types\//, "key", (_, archived) => newRelationType(archived)],
  [/./, "type_key", newCardType],
  [/./, "role_key", (others, archived) => newStakeholderRole(others["type_key"] ?? "", archived)],
  [/respond\/\{card_id\}(\/delegate)?$/, "card_id", ({ survey_id = "" }) => newSurveyedCard(survey_id)],
  [
    /^\/api\/v1\/favorites\//,
    "card_id",
    (_others, _archived, method) => (method === "DELETE" ? newStarredCard() : newCard()),
  ],
  [/^\/api\/v1\/adr\/.*cards/, "card_id", ({ adr_id = "" }) => newDecidedCard(adr_id)],
  [/^\/api\/v1\/diagrams\//, "card_id", ({ diagram_id = "" }) => newDrawnCard(diagram_id)],
  [/./, "card_id", (_, archived) => newCard("Application", archived ? "ARCHIVED" : "ACTIVE")],
  [/./, "initiative_id", () => newCard("Initiative")],
  [/^\/api\/v1\/ppm\//, "report_id", newStatusReport],
  [/^\/api\/v1\/ppm\//, "cost_id", newCostLine],
  [/^\/api\/v1\/ppm\//, "budget_id", newBudgetLine],
  [/^\/api\/v1\/ppm\//, "risk_id", newProjectRisk],
  [/^\/api\/v1\/ppm\//, "wbs_id", () => newWbsItem()],
  [/^\/api\/v1\/ppm\//, "task_id", () => newProjectTask()],
  [/^\/api\/v1\/ppm\//, "comment_id", newTaskComment],
  [/./, "dep_id", newDependency],
  [/./, "rel_id", newRelation],
  [/./, "batch_id", newBatch],
  [/^\/api\/v1\/users\/\{user_id\}\/tokens$/, "user_id", () => newUser(true)],
  [/./, "user_id", () => newUser()],
  [/^\/api\/v1\/admin\/backups\//, "name", newBackup],
  [/./, "stakeholder_id", newStakeholder],
  [/favorite$/, "diagram_id", newStarredDiagram],
  [/./, "diagram_id", newDiagram],
  [/^\/api\/v1\/diagram-groups\//, "group_id", newDiagramGroup],
  [/^\/api\/v1\/scim\//, "group_id", newDirectoryGroup],
  [/./, "group_id", newTagGroup],
  [/./, "tag_id", (others) => newTag(others["group_id"])],
  [/./, "invitation_id", newInvitation],
  [/./, "principle_id", newPrinciple],
  [/./, "regulation_id", newRegulation],
  [/./, "resource_type_id", newResourceType],
  [/./, "calc_id", newCalculation],
  [/./, "notification_id", newNotification],
  [/./, "portal_id", () => newPortal(false).id],
  [/(recall-signatures|reject|sign)$/, "adr_id", () => newAdr("in_review")],
  [/(revise|supersede)$/, "adr_id", () => newAdr("signed")],
  [/./, "adr_id", () => newAdr("draft")],
  [/(recall-signatures|reject|sign)$/, "soaw_id", () => newSoaw("in_review")],
  [/revise$/, "soaw_id", () => newSoaw("signed")],
  [/./, "soaw_id", () => newSoaw("draft")],
  [/./, "work_id", () => createLongChange("POST /api/v1/sample", undefined).id],
  [/./, "bm_id", newBookmark],
  [/./, "factor_id", () => newFactor()],
  [/./, "session_id", ({ user_id }) => newLogin(user_id)],
  [/./, "token_id", ({ user_id }) => newToken(user_id)],
  [/./, "report_id", newSavedReport],
  [/./, "slug", () => newPortal(true).slug],
  [/./, "comment_id", newComment],
  [/promote$/, "todo_id", () => newTodo("scheduled")],
  [/./, "todo_id", () => newTodo("open")],
  [/\{survey_id\}\/respond$/, "survey_id", () => newAnsweredSurvey()],
  [/close$|remind$|respond\/\{card_id\}(\/delegate)?$/, "survey_id", () => newSurvey("active")],
  [/./, "survey_id", () => newSurvey("draft")],
  [/./, "doc_id", newDocument],
  [/^\/api\/v1\/risks\//, "risk_id", newRisk],
  [/^\/api\/v1\/mitigation-tasks\//, "task_id", newMitigationTask],
  [/./, "occurrence_id", ({ task_id = "" }) => newOccurrence(task_id)],
  [/./, "attachment_id", newFile],
  [/./, "product", () => "nodejs"],
  [/./, "process_id", newModelledProcess],
  [/./, "template_key", () => "blank"],
  [/^\/api\/v1\/turbolens\//, "assessment_id", newSession],
  [/^\/api\/v1\/turbolens\/.*cancel$/, "run_id", () => newRun("queued")],
  [/^\/api\/v1\/turbolens\//, "run_id", () => newRun("completed")],
  [/./, "cluster_id", newCluster],
  [/./, "finding_id", newFinding],
  [/./, "assessment_id", ({ process_id = "" }) => newAssessment(process_id)],
  [/./, "element_id", ({ process_id = "" }) => newElement(process_id)],
  [
    /\{version_id\}$/,
    "version_id",
    ({ process_id = "" }, _, method) => newVersion(process_id, method === "GET" ? "published" : "draft"),
  ],
  [/(approve|reject|withdraw)$/, "version_id", ({ process_id = "" }) => newVersion(process_id, "pending")],
  [/./, "version_id", ({ process_id = "" }) => newVersion(process_id, "draft")],
  [/./, "other_version_id", ({ process_id = "" }) => newVersion(process_id, "published")],
  [/./, "migration_id", newMigration],
  [/./, "transfer_id", newTransfer],
  [/./, "bpmn_element_id", () => "Task_1"],
  [/./, "conn_id", newItsmConnection],
  [/./, "scenario_id", newScenario],
  [/./, "change_id", ({ scenario_id = "" }) => newScenarioChange(scenario_id)],
  [/./, "webhook_id", newWebhook],
  [/./, "delivery_id", ({ webhook_id = "" }) => newDelivery(webhook_id)],
  [/./, "mapping_id", newItsmMapping],
  [/./, "run_id", newItsmRun],
  [/./, "table", () => "cmdb_ci"],
];

/**
 * Returns new rows for every parameter of a path.
 * @throws when a parameter is not in `parameterMakers`
 */
export function parametersOf(operation: Operation): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name } of operation.parameters.filter((parameter) => parameter.in === "path")) {
    const maker = parameterMakers.find(([path, parameter]) => parameter === name && path.test(operation.path));
    if (!maker) throw new Error(`${operation.name}: add {${name}} to parameterMakers in test/generated/fixtures.ts`);
    values[name] = maker[2](values, operation.path.endsWith("/restore"), operation.method);
  }
  return values;
}

const PASSWORD = "Correct Horse 17 Battery";

type Fixture = { body?: unknown; query?: Record<string, string> };

/** The bodies that name people, items or ends of dependencies. */
const projectFixtures: Record<string, (parameters: Record<string, string>) => Fixture> = {
  "POST /api/v1/ppm/initiatives/{initiative_id}/risks": () => ({ body: { owner_id: newUser() } }),
  "PATCH /api/v1/ppm/risks/{risk_id}": () => ({ body: { owner_id: newUser() } }),
  "POST /api/v1/ppm/initiatives/{initiative_id}/tasks": ({ initiative_id }) => ({
    body: { assignee_id: newUser(), wbs_id: newWbsItem(initiative_id) },
  }),
  "PATCH /api/v1/ppm/tasks/{task_id}": () => ({ body: { assignee_id: newUser(), wbs_id: null } }),
  "POST /api/v1/ppm/initiatives/{initiative_id}/wbs": ({ initiative_id }) => ({
    body: { assignee_id: newUser(), parent_id: newWbsItem(initiative_id) },
  }),
  "PATCH /api/v1/ppm/wbs/{wbs_id}": () => ({ body: { assignee_id: newUser(), parent_id: null } }),
  "POST /api/v1/ppm/initiatives/{initiative_id}/dependencies": ({ initiative_id }) => ({
    body: {
      ...{ pred_kind: "task", pred_id: newProjectTask(initiative_id) },
      ...{ succ_kind: "wbs", succ_id: newWbsItem(initiative_id) },
    },
  }),
};

const webhook = {
  ...{ address: "https://127.0.0.1:1", event_types: ["card.*"], preset: "standard" },
  ...{ filter: {}, service_account_id: null },
};
/** Returns the request of a program that has registered, while assistants may connect. */
function authorizationRequest(): Record<string, string> {
  const id = newId();
  insert(id, () => {
    updateMcpSettings({ userId: null }, true);
    const row = { id, name: "Sample", redirect_uris: ["https://assistant.example/callback"], created_at: now() };
    db.insert(tables.oauthClients).values(row).run();
  });
  return {
    ...{ client_id: id, redirect_uri: "https://assistant.example/callback", response_type: "code", state: "sample" },
    ...{ code_challenge: "c".repeat(43), code_challenge_method: "S256", scope: "read write", resource: "" },
  };
}

/** Values that override those made from the schema, for operations that need existing rows or fields that fit together. */
const fixtures: Record<string, (parameters: Record<string, string>) => Fixture> = {
  "POST /api/v1/auth/register": () => ({ body: { password: PASSWORD } }),
  "POST /api/v1/auth/set-password": () => ({ body: { password: PASSWORD } }),
  "POST /api/v1/auth/reset-password": () => ({ body: { password: PASSWORD } }),
  "POST /api/v1/auth/sso/callback": () => ({ body: { code_verifier: "v".repeat(43) } }),
  "POST /api/v1/users": () => ({
    body: { role: "member", auth_provider: "local", password: PASSWORD, send_email: false },
  }),
  "PUT /api/v1/directory/rules": () => ({ body: { rules: [{ group: "Sample", role: "member" }] } }),
  "POST /api/v1/directory/trial": () => ({ body: { rules: [{ group: "Sample", role: "member" }] } }),
  "POST /api/v1/scim/v2/Users": () => ({ body: { userName: `${newId()}@stoa.example` } }),
  "PUT /api/v1/scim/v2/Users/{user_id}": () => ({ body: { userName: `${newId()}@stoa.example` } }),
  "PATCH /api/v1/scim/v2/Users/{user_id}": () => ({ body: patchOf("displayName", "Sample") }),
  "POST /api/v1/scim/v2/Groups": () => ({ body: { displayName: newId() } }),
  "PUT /api/v1/scim/v2/Groups/{group_id}": () => ({ body: { displayName: newId() } }),
  "PATCH /api/v1/scim/v2/Groups/{group_id}": () => ({ body: patchOf("displayName", newId()) }),
  "POST /api/v1/users/service-accounts": () => ({ body: { role: "viewer" } }),
  "POST /api/v1/users/me/tokens": () => ({ body: { areas: ["cards"], expires_at: "2999-12-31" } }),
  "POST /api/v1/users/{user_id}/tokens": () => ({ body: { areas: null, expires_at: null } }),
  "GET /api/v1/users/me/authorization-request": () => ({ query: authorizationRequest() }),
  "POST /api/v1/users/me/authorization-request": () => ({ body: { ...authorizationRequest(), allow: "read" } }),
  "PATCH /api/v1/users/bulk": () => ({ body: { ids: [newUser()], updates: { is_active: true } } }),
  "POST /api/v1/users/bulk-delete": () => ({ body: { ids: [newUser()] } }),
  "PATCH /api/v1/users/{user_id}": () => ({
    body: { role: "viewer", locale: "en", auth_provider: "local", password: PASSWORD },
  }),
  "POST /api/v1/auth/impersonate": () => ({ body: { role: "viewer" } }),
  "POST /api/v1/cards": () => ({
    body: { type: "Application", subtype: null, parent_id: null, attributes: {}, lifecycle: {} },
  }),
  "PATCH /api/v1/cards/{card_id}": () => ({
    body: { subtype: null, parent_id: null, attributes: {}, merge_attributes: null, lifecycle: {}, status: "ACTIVE" },
  }),
  "POST /api/v1/relations": () => ({
    body: {
      type: "relPlatformToApp",
      source_id: newCard("Platform"),
      target_id: newCard("Application"),
      attributes: {},
    },
  }),
  "PATCH /api/v1/cards/bulk": () => ({
    body: { ids: [newCard()], updates: { description: "Sample" }, cards: undefined, dry_run: false },
  }),
  "POST /api/v1/cards/import": () => ({
    body: {
      file: new Blob([`id,description\n${newCard()},Sample\n`]),
      type: "Application",
      empty: "keep",
      on_error: "skip",
      dry_run: "false",
      create: "true",
    },
  }),
  "POST /api/v1/cards/upsert": () => ({
    // A role that may only create cards skips the row.
    body: { rows: [{ id: newCard(), description: "Sample" }], dry_run: false, create: true, on_error: "skip" },
  }),
  "POST /api/v1/cards/bulk-create": () => ({
    body: { cards: [{ row_index: 0, type: "Application", name: uniqueKey("Card") }], dry_run: false },
  }),
  "POST /api/v1/cards/bulk-tags": () => ({ body: { card_ids: [newCard()], add: [newTag()], remove: [] } }),
  "POST /api/v1/cards/bulk-archive": () => ({ body: { card_ids: [newCard()] } }),
  "POST /api/v1/cards/bulk-delete": () => ({ body: { card_ids: [newCard()] } }),
  "POST /api/v1/cards/bulk-restore": () => ({ body: { card_ids: [newCard("Application", "ARCHIVED")] } }),
  "POST /api/v1/cards/{card_id}/archive": () => ({ body: { related_card_ids: [], child_strategy: null } }),
  "DELETE /api/v1/cards/{card_id}": () => ({ body: { related_card_ids: [], child_strategy: null } }),
  "POST /api/v1/cards/{card_id}/restore": () => ({ body: { also_restore_card_ids: [] } }),
  "POST /api/v1/relations/bulk": () => ({
    body: {
      operations: [
        {
          row_index: 0,
          type: "relPlatformToApp",
          source: { id: newCard("Platform") },
          target: { id: newCard("Application") },
        },
      ],
      dry_run: false,
    },
  }),
  "POST /api/v1/metamodel/relation-types": () => ({
    body: { source_type_key: newCardType(), target_type_key: newCardType() },
  }),
  "PATCH /api/v1/metamodel/relation-types/{key}": () => ({
    body: { source_type_key: newCardType(), target_type_key: newCardType(), attributes_schema: [] },
  }),
  "POST /api/v1/metamodel/resource-types": () => ({ body: { kind: "link_type" } }),
  "POST /api/v1/bookmarks": () => ({ body: { visibility: "private", odata_enabled: false } }),
  "PATCH /api/v1/bookmarks/{bm_id}": () => ({ body: { visibility: "private", odata_enabled: false } }),
  "POST /api/v1/bookmarks/feed-tokens": () => ({ body: { expires_at: "9999-01-01" } }),
  "POST /api/v1/saved-reports": () => ({ body: { report_type: "cost", visibility: "private" } }),
  "PATCH /api/v1/saved-reports/{report_id}": () => ({ body: { visibility: "private" } }),
  "POST /api/v1/calculations/trial": () => ({
    body: { formula: "1", target_type_key: "Application", target_field_key: "numberOfUsers", card_id: newCard() },
  }),
  "POST /api/v1/calculations/preview": () => ({
    body: { formula: "1", target_type_key: "Application", target_field_key: "numberOfUsers" },
  }),
  "POST /api/v1/calculations/{calc_id}/test": () => ({ body: { card_id: newCard() } }),
  "PATCH /api/v1/settings/ai": () => ({ body: { provider_type: "ollama", search_provider: "duckduckgo" } }),
  "PATCH /api/v1/settings/email": () => ({ body: { smtp_from: "Stoa <stoa@company.io>" } }),
  "PATCH /api/v1/settings/enabled-locales": () => ({ body: { locales: ["en"] } }),
  "PATCH /api/v1/settings/sso": () => ({ body: { enabled: false, provider: "oidc" } }),
  "POST /api/v1/cards/{card_id}/tags": () => ({ body: [newTag()] }),
  "PATCH /api/v1/settings/currency": () => ({ body: { currency: "EUR" } }),
  "PATCH /api/v1/settings/date-format": () => ({ body: { date_format: "YYYY-MM-DD" } }),
  "POST /api/v1/cards/{card_id}/stakeholders": () => ({ body: { user_id: newUser(), role: "observer" } }),
  "PATCH /api/v1/stakeholders/{stakeholder_id}": () => ({ body: { role: "responsible" } }),
  "POST /api/v1/adr/{adr_id}/cards": () => ({ body: { card_id: newCard() } }),
  "POST /api/v1/adr/{adr_id}/supersede": () => ({ body: { by: newAdr("signed") } }),
  "POST /api/v1/adr/{adr_id}/sign": () => ({ body: { content_hash: null } }),
  "POST /api/v1/adr/{adr_id}/request-signatures": () => ({ body: { user_ids: [newUser()] } }),
  "POST /api/v1/soaw": () => ({ body: { status: "draft", initiative_id: newCard("Initiative") } }),
  "PATCH /api/v1/soaw/{soaw_id}": () => ({ body: { status: "approved", initiative_id: "" } }),
  "POST /api/v1/soaw/{soaw_id}/sign": () => ({ body: { content_hash: null } }),
  "POST /api/v1/soaw/{soaw_id}/request-signatures": () => ({ body: { user_ids: [newUser()] } }),
  "POST /api/v1/diagrams": () => ({ body: { data: { xml: "<mxGraphModel/>" }, card_ids: [newCard()] } }),
  "PATCH /api/v1/diagrams/{diagram_id}": () => ({ body: { data: { xml: "<mxGraphModel/>" }, card_ids: [newCard()] } }),
  "POST /api/v1/diagrams/{diagram_id}/cards": () => ({ body: { card_id: newCard() } }),
  "PUT /api/v1/tag-groups/{group_id}/order": () => ({ body: { tag_ids: [] } }),
  "PUT /api/v1/diagrams/{diagram_id}/groups": () => ({ body: { group_ids: [newDiagramGroup()] } }),
  "POST /api/v1/cards/{card_id}/comments": () => ({ body: { parent_id: null } }),
  "POST /api/v1/cards/{card_id}/documents": () => ({ body: { url: "https://stoa.example" } }),
  "POST /api/v1/cards/{card_id}/todos": () => ({ body: { assigned_to: newUser(), due_date: "2026-01-31" } }),
  "PATCH /api/v1/todos/{todo_id}": () => ({ body: { assigned_to: newUser(), due_date: null } }),
  "POST /api/v1/scenarios": () => ({ body: { base_at: undefined, decision_id: null } }),
  "PATCH /api/v1/scenarios/{scenario_id}": () => ({ body: { decision_id: null, state: "draft" } }),
  "PUT /api/v1/scenarios/{scenario_id}/members": () => ({
    body: { members: [{ user_id: newUser(), may_change: true }] },
  }),
  "POST /api/v1/scenarios/{scenario_id}/rebase": () => ({ body: { decisions: [] } }),
  "POST /api/v1/scenarios/{scenario_id}/merge": (ids) => ({
    body: { changes: [newScenarioChange(ids.scenario_id ?? "")] },
  }),
  "POST /api/v1/scenarios/{scenario_id}/initiatives": (ids) => ({
    body: {
      initiatives: [
        {
          name: uniqueKey("Sample"),
          start_date: "2031-01-01",
          end_date: "2031-12-31",
          changes: [newScenarioChange(ids.scenario_id ?? "")],
        },
      ],
    },
  }),
  "POST /api/v1/admin/webhooks": () => ({ body: webhook }),
  "PATCH /api/v1/admin/webhooks/{webhook_id}": () => ({ body: webhook }),
  "POST /api/v1/admin/webhooks/{webhook_id}/replay": () => ({ body: { from: 1 } }),
  "POST /api/v1/servicenow/connections": () => ({ body: { instance_url: "https://127.0.0.1:1", auth_type: "basic" } }),
  "PATCH /api/v1/servicenow/connections/{conn_id}": () => ({
    body: { instance_url: "https://127.0.0.1:1", auth_type: "basic" },
  }),
  "POST /api/v1/servicenow/mappings": () => ({
    body: {
      ...{ connection_id: newItsmConnection(), snow_table: "cmdb_ci", max_deletion_ratio: 0.5, schedule: null },
      ...{ sync_direction: "snow_to_turbo", sync_mode: "additive", field_mappings: [] },
    },
  }),
  "PATCH /api/v1/servicenow/mappings/{mapping_id}": () => ({
    body: {
      ...{ snow_table: "cmdb_ci", max_deletion_ratio: 0.5, schedule: null },
      ...{ sync_direction: "snow_to_turbo", sync_mode: "additive", field_mappings: [] },
    },
  }),
  "POST /api/v1/surveys/{survey_id}/respond/{card_id}/delegate": () => ({ body: { user_id: newUser() } }),
  "POST /api/v1/surveys": () => ({ body: { target_type_key: "Application" } }),
  "PATCH /api/v1/surveys/{survey_id}": () => ({ body: { target_type_key: "Application" } }),
  // The size is a cost unless another field is chosen.
  "GET /api/v1/reports/portfolio": () => ({ query: { size_field: "numberOfUsers" } }),
  "GET /api/v1/compare": () => ({ query: { from: now(), to: now() } }),
  "GET /api/v1/compare/scenarios": () => ({ query: { scenarios: newScenario(), base: now() } }),
  "PUT /api/v1/bpm/processes/{process_id}/diagram": () => ({ body: { bpmn_xml: "<x/>", dry_run: false } }),
  "POST /api/v1/bpm/processes/{process_id}/diagram/import": () => ({ body: { file: new Blob(["<x/>"]) } }),
  "POST /api/v1/bpm/processes/{process_id}/flow/drafts": () => ({ body: { based_on_id: null } }),
  "PUT /api/v1/bpm/processes/{process_id}/elements/{element_id}": () => ({
    body: { application_id: newCard(), data_object_id: newCard("DataObject"), it_component_id: newCard("ITComponent") },
  }),
  "PUT /api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/draft-elements/{bpmn_element_id}": () => ({
    body: { application_id: newCard(), data_object_id: null, it_component_id: "" },
  }),
  "POST /api/v1/risks": () => ({ body: { initial_probability: "low", initial_impact: "low", owner_id: newUser() } }),
  "PATCH /api/v1/risks/{risk_id}": () => ({
    body: {
      ...{ initial_probability: "low", initial_impact: "low", residual_probability: null, residual_impact: null },
      ...{ owner_id: newUser(), status: "identified" },
    },
  }),
  "POST /api/v1/risks/bulk-import": () => ({ body: { items: [{ row_index: 0, title: "Sample" }], dry_run: false } }),
  "POST /api/v1/risks/{risk_id}/mitigation-tasks": () => ({ body: { owner_id: newUser(), due_date: null } }),
  "PATCH /api/v1/mitigation-tasks/{task_id}": () => ({ body: { owner_id: newUser(), title: "Sample" } }),
  "PATCH /api/v1/settings/risk-matrix": () => ({
    body: {
      probabilities: ["very_high", "high", "medium", "low"],
      impacts: ["critical", "high", "medium", "low"],
      levels: Array.from({ length: 4 }, () => ["critical", "high", "medium", "low"]),
    },
  }),
  "PUT /api/v1/catalogue-content": () => {
    const archive = wheel();
    return { body: { file: new Blob([archive]), sha256: sha256(archive) } };
  },
  ...projectFixtures,
  "POST /api/v1/migration/upload": () => ({
    body: { source_key: "leanix", file: new Blob([`PK\u0003\u0004 ${++made}`]), include_archived: "false" },
  }),
  "POST /api/v1/ai/suggest": () => ({ body: { type_key: "Application", engine: "local" } }),
  "POST /api/v1/ai/portfolio-insights": () => ({ body: { engine: "local" } }),
  "PATCH /api/v1/turbolens/duplicates/{cluster_id}/status": () => ({ body: { status: "confirmed" } }),
  "POST /api/v1/compliance/compliance-scan": () => {
    endRuns();
    return { body: { regulations: ["gdpr"] } };
  },
  "POST /api/v1/compliance/compliance-findings": () => ({
    body: { regulation: "gdpr", requirement: "Sample", status: "partial", severity: "low", card_id: newCard() },
  }),
  "PATCH /api/v1/compliance/compliance-findings/{finding_id}": () => ({ body: { decision: "in_review" } }),
  "PATCH /api/v1/compliance/compliance-findings/{finding_id}/details": () => ({
    body: { regulation: "nis2", requirement: "Sample", status: "partial", severity: "low", card_id: newCard() },
  }),
  "PATCH /api/v1/compliance/compliance-findings/bulk": () => ({ body: { ids: [newFinding()], decision: "in_review" } }),
  "DELETE /api/v1/compliance/compliance-findings/bulk": () => ({ body: { ids: [newFinding()] } }),
  "POST /api/v1/compliance/compliance-findings/{finding_id}/ai-verdict": () => ({ body: { verdict: "confirmed" } }),
  "POST /api/v1/risks/promote/compliance/{finding_id}": () => ({
    body: { initial_probability: "low", initial_impact: "low", owner_id: newUser() },
  }),
  "POST /api/v1/turbolens/architect/commit": () => {
    endRuns();
    return { body: { assessmentId: newSession() } };
  },
  "POST /api/v1/web-portals": () => ({
    body: { slug: `sample-${++made}`, card_type: "Application", filters: { tag_ids: [newTag()] } },
  }),
  "PATCH /api/v1/web-portals/{portal_id}": () => ({
    body: { slug: `sample-${++made}`, card_type: "Application", filters: { tag_ids: [newTag()] } },
  }),
};

/** The answers of a wizard's user, and the further input of the later phases. */
const wizard = {
  requirement: "A shop",
  phase1QA: [{}],
  allQA: [{}],
  selectedOption: { id: "1" },
  selectedProducts: [{}],
};

for (const phase of ["phase1", "phase2", "phase3", "phase3/options", "phase3/gaps", "phase3/deps"])
  fixtures[`POST /api/v1/turbolens/architect/${phase}`] = () => ({ body: wizard });

for (const start of ["vendors/analyse", "vendors/resolve", "duplicates/analyse", "duplicates/modernize"])
  fixtures[`POST /api/v1/turbolens/${start}`] = () => {
    endRuns();
    return {};
  };

export type Call = { method: string; path: string; body: unknown };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns a valid request for an operation, with new rows for everything it names, and the settings reset to their
 * defaults.
 */
export function callOf(operation: Operation, schemas: Schemas, random: Random): Call {
  // Settings of an earlier request must not make this one send a mail or call another server.
  transaction(() => db.delete(tables.appSettings).run());
  clearCaches();
  const parameters = parametersOf(operation);
  const fixture = fixtures[operation.name]?.(parameters) ?? {};
  const query = new URLSearchParams(fixture.query);
  for (const { name, required, schema } of operation.parameters.filter((parameter) => parameter.in === "query"))
    if (required && !query.has(name)) query.set(name, String(schemas.example(schema, random)));
  const example = operation.body && schemas.example(operation.body.schema, random);
  return {
    method: operation.method,
    path: fill(operation.path, parameters) + (query.size > 0 ? `?${query}` : ""),
    body: isRecord(example) && isRecord(fixture.body) ? { ...example, ...fixture.body } : (fixture.body ?? example),
  };
}

/** Returns the body of a call as it is sent, with its media type: JSON, or a form for operations that take files. */
export function payloadOf(
  operation: Operation,
  { body }: Call,
): { body: string | FormData | null; type: string | null } {
  if (body === undefined) return { body: null, type: null };
  if (operation.body?.media !== "multipart/form-data") return { body: JSON.stringify(body), type: "application/json" };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>))
    form.append(name, value instanceof Blob ? value : String(value));
  return { body: form, type: null };
}
