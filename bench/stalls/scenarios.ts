/** The long work that Stoa was once stopped by: what each scenario asks for, all at once. */
import { openBare } from "../bare";
import { drawing, type Landscape, largeBpmn, wasteful } from "./landscape";
import { type Ask, fillPath } from "./requests";

/** The place where a scenario happens. */
export type Place = Landscape & {
  url: string;
  /** The card that others read and change meanwhile; it stays, whatever the work deletes. */
  cardId: string;
  databaseFile: string;
  /** Rows of a bulk change. */
  rows: number;
  /** Milliseconds that streams are read, and that another program holds the file. */
  patience: number;
};

export type Scenario = {
  name: string;
  /** Does the work; what it needs beforehand is done by `prepare`, while nobody looks. */
  work: (place: Place) => Promise<unknown>;
  prepare?: (place: Place) => Promise<unknown>;
};

const API = "/api/v1";

/** Sends a request and reads its answer without keeping it; gives the status. */
export async function send(url: string, { method, path, headers, body }: Ask, signal?: AbortSignal): Promise<number> {
  const response = await fetch(url + path, {
    method: method.toUpperCase(),
    headers: { "accept-encoding": "identity", ...headers },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  if (response.body) for await (const _ of response.body);
  return response.status;
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const read = (name: string, path: string, { count = 1, as = "admin" as "admin" | "viewer" } = {}): Scenario => ({
  name,
  work: (place) => times(count, () => send(place.url, { method: "get", path: API + path, headers: place[as].headers })),
});

const change = (name: string, method: string, path: string, body: (place: Place) => unknown): Scenario => {
  let text = "";
  return {
    name,
    prepare: async (place) => {
      text = JSON.stringify(body(place));
    },
    work: async (place) => {
      const headers = { ...place.admin.headers, "content-type": "application/json" };
      const status = await send(place.url, { method, path: API + fillPath(path, place), headers, body: text });
      if (status >= 500) throw new Error(`${method} ${path} answered ${status}`);
    },
  };
};

/** Requests about the large process. */
const ofProcess = (
  name: string,
  asks: (ids: Landscape["ids"]) => { method: string; path: string; body?: string; count?: number },
): Scenario => ({
  name,
  work: ({ url, admin, ids }) => {
    const { method, path, body, count = 1 } = asks(ids);
    const headers = { ...admin.headers, "content-type": "application/json" };
    const ask = { method, path: `${API}/bpm/processes/${ids["process_id"]}${path}`, headers, ...(body && { body }) };
    return times(count, () => send(url, ask));
  },
});

/** Saving a process diagram. */
const diagram = (name: string, bpmn: () => string): Scenario =>
  ofProcess(name, () => ({ method: "put", path: "/diagram", body: JSON.stringify({ bpmn_xml: bpmn() }) }));

/** Returns JSON that breaks off, of some size in bytes. */
const broken = (bytes: number) => `{"cards":[${"[1],".repeat(bytes / 4)}`;

const brokenBody = (name: string, path: string, bytes: number, token: boolean): Scenario => {
  let body = "";
  return {
    name,
    prepare: async () => {
      body = broken(bytes);
    },
    work: (place) =>
      send(place.url, {
        method: "post",
        path: API + path,
        headers: { "content-type": "application/json", ...(token && place.admin.headers) },
        body,
        // A server may hang up on a body that it refuses.
      }).catch(() => 0),
  };
};

/** An import of a table of cards, of which every other one is related to a card. */
const tableImport: Scenario = {
  name: "an import of many cards with related cards",
  work: async ({ url, admin, rows }) => {
    const { items } = await admin.get<{ items: { id: string }[] }>("/cards?type=ITComponent&page_size=200");
    const lines = Array.from({ length: rows }, (_, index) => {
      const related = index % 2 === 0 ? items[index % items.length]?.id : "";
      return `From a table ${index},${related}`;
    });
    const form = new FormData();
    form.append("file", new Blob([["name,relation:relAppToITC", ...lines].join("\n")]));
    form.append("type", "Application");
    const response = await fetch(`${url}${API}/cards/import`, { method: "POST", headers: admin.headers, body: form });
    if (!response.ok) throw new Error(`The import answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  },
};

/** Other cards that one request may change. */
const MAX_OTHERS = 10_000;

/** Returns parents that have as many children together as one request may move. */
function parentsIn({ databaseFile, cardId, rows }: Place): string[] {
  const sqlite = openBare(databaseFile);
  const parents = sqlite
    .query<{ id: string; children: number }, [string]>(
      `SELECT p.id, count(*) AS children FROM cards p JOIN cards c ON c.parent_id = p.id
       WHERE p.status = 'ACTIVE' AND p.id <> ? GROUP BY p.id ORDER BY p.seq`,
    )
    .all(cardId);
  sqlite.close();
  let moved = 0;
  const isWithin = ({ children }: { children: number }) => {
    moved += children;
    return moved <= MAX_OTHERS;
  };
  return parents
    .filter(isWithin)
    .map(({ id }) => id)
    .slice(0, rows);
}

/** Archives or deletes parents, whose children get other parents. */
function ofParents(name: string, what: "archive" | "delete", child_strategy: string): Scenario {
  let parents: string[] = [];
  return {
    name,
    prepare: async (place) => {
      parents = parentsIn(place);
    },
    work: ({ admin }) => admin.post(`/cards/bulk-${what}`, JSON.stringify({ card_ids: parents, child_strategy })),
  };
}

/** Rolls back what the administrator changed last. */
function rollback(name: string): Scenario {
  let id = "";
  return {
    name,
    prepare: async ({ admin, adminId }) => {
      type BatchPage = { items: { id: string; tool_name: string }[] };
      const { items } = await admin.get<BatchPage>(`/mutation-batches?actor_user_id=${adminId}&page_size=20`);
      id = items.find(({ tool_name }) => /bulk/.test(tool_name))?.id ?? "";
    },
    work: ({ admin }) => admin.post(`/mutation-batches/${id}/rollback`, JSON.stringify({ dry_run: false })),
  };
}

/** Rolls back two changes of many cards that are one batch: as many events as a rollback may undo. */
const rollbackOfTwo: Scenario = (() => {
  let id = "";
  return {
    name: "rollback of two changes of many cards",
    prepare: async ({ url, admin, applications }: Place) => {
      id = (await admin.post<{ id: string }>("/mutation-batches", JSON.stringify({ tool_name: "two changes" }))).id;
      const headers = { ...admin.headers, "content-type": "application/json", "x-stoa-batch": id };
      for (const updates of [{ description: "Changed twice" }, { merge_attributes: { numberOfUsers: 77 } }]) {
        const body = JSON.stringify({ ids: applications, updates });
        await send(url, { method: "patch", path: `${API}/cards/bulk`, headers, body });
      }
    },
    work: ({ admin }: Place) => admin.post(`/mutation-batches/${id}/rollback`, JSON.stringify({ dry_run: false })),
  };
})();

/** Removes a field from a type with nearly as many cards as are changed at once. */
const fieldLess: Scenario = {
  name: "a field less of nearly 5,000 cards",
  work: async ({ url, admin }) => {
    type Type = { fields_schema: { fields: object[] }[] };
    const path = "/metamodel/types/Initiative";
    const { fields_schema } = await admin.get<Type>(path);
    const body = JSON.stringify({
      fields_schema: fields_schema.map((section, at) =>
        at === 0 ? { ...section, fields: section.fields.slice(1) } : section,
      ),
    });
    const headers = { ...admin.headers, "content-type": "application/json" };
    const status = await send(url, { method: "patch", path: API + path, headers, body });
    if (status !== 200) throw new Error(`PATCH ${path} answered ${status}`);
  },
};

/** Streams that read the journal from its beginning. */
const streams: Scenario = {
  name: "50 event streams from the first event",
  work: (place) => {
    const headers = { ...place.viewer.headers, "last-event-id": "0" };
    const signal = AbortSignal.timeout(place.patience);
    return times(50, () =>
      send(place.url, { method: "get", path: `${API}/events/stream`, headers }, signal).catch(() => 0),
    );
  },
};

/** Another program holds the file's write lock while changes come in. */
const foreignLock: Scenario = {
  name: "another program holds the file while 20 changes wait",
  work: async (place) => {
    const sqlite = openBare(place.databaseFile);
    sqlite.run("BEGIN IMMEDIATE");
    const headers = { ...place.admin.headers, "content-type": "application/json" };
    const changes = times(20, (index) => {
      const path = `${API}/cards/${place.applications[index]}`;
      return send(place.url, { method: "patch", path, headers, body: '{"alias":"waited"}' });
    });
    await Bun.sleep(place.patience);
    sqlite.run("ROLLBACK");
    sqlite.close();
    await changes;
  },
};

const imported = ({ rows }: Place) =>
  Array.from({ length: rows }, (_, index) => ({
    row_index: index,
    type: "Application",
    name: `Imported ${index}`,
    description: "One of many that come at once",
    attributes: { numberOfUsers: index },
  }));

const facets = ["type", "subtype", "approval_status", "tag", "attributes.businessCriticality"].join(",");

/** Makes a backup while others ask for exports, and waits until it is checked. */
const backup: Scenario = {
  name: "a backup during 4 CSV exports by a viewer",
  async work({ url, admin, viewer }) {
    await admin.post("/admin/backups", "{}");
    await times(4, () => send(url, { method: "get", path: `${API}/cards/export/csv`, headers: viewer.headers }));
    while ((await admin.get<{ is_running: boolean }>("/admin/backups")).is_running) await Bun.sleep(100);
  },
};

/** The scenarios that only read. */
export const reads: Scenario[] = [
  read("4 CSV exports by a viewer", "/cards/export/csv", { count: 4, as: "viewer" }),
  read("4 spreadsheets of all cards by a viewer", "/cards/export/xlsx", { count: 4, as: "viewer" }),
  read("4 portfolios", "/reports/app-portfolio", { count: 4 }),
  read("4 portfolios as spreadsheets", "/reports/app-portfolio?format=xlsx", { count: 4 }),
  read(
    "4 JSON exports with relations and stakeholders by a viewer",
    "/cards/export/json?types=Application,ITComponent,Interface,DataObject&include_relations=true&include_stakeholders=true",
    { count: 4, as: "viewer" },
  ),
  read("page of relations", "/relations?page_size=200"),
  read("page 1,000 of relations", "/relations?page=1000&page_size=200"),
  read("20 times all relations of a type", "/relations?type=relAppToITC", { count: 20 }),
  read("page 1,000 of cards", "/cards?page=1000&page_size=100"),
  read("page beyond the last of cards", "/cards?page=9999999&page_size=100"),
  read("5 facets over applications", `/cards?type=Application&facets=${facets}`, { count: 4 }),
  read("search for one letter", "/cards?search=a&page_size=200", { count: 4 }),
  read("cards by an attribute", "/cards?type=Application&where=attributes.numberOfUsers:11..&page_size=200"),
  read("page 1,000 of events", "/events?page=1000&page_size=200"),
  read("4 lists of diagrams with large previews", "/diagrams", { count: 4 }),
  read("a search in diagrams for one letter", "/diagrams?search=a", { count: 4 }),
  read("4 CSV exports of the journal", "/events/export/csv", { count: 4 }),
  backup,
  streams,
];

/** The scenarios that change much, in an order in which each finds what it needs. */
export const writes: Scenario[] = [
  brokenBody("a broken body of 32 MB sent by nobody", "/cards/bulk-create", 32_000_000, false),
  brokenBody("a broken body of 32 MB", "/cards/bulk-create", 31_000_000, true),
  brokenBody("a broken body of 5 MB for a login", "/auth/login", 5_000_000, false),
  change("new cards", "post", "/cards/bulk-create", (place) => ({ cards: imported(place) })),
  change("cards that exist already", "post", "/cards/bulk-create", (place) => ({ cards: imported(place) })),
  tableImport,
  change("change of many cards", "patch", "/cards/bulk", ({ applications }) => ({
    ids: applications,
    updates: { description: "Changed together with many others" },
  })),
  rollback("rollback of the change of many cards"),
  change("archiving of many cards", "post", "/cards/bulk-archive", ({ applications }) => ({
    card_ids: applications,
    child_strategy: "disconnect",
  })),
  change("restoring of many cards", "post", "/cards/bulk-restore", ({ applications }) => ({
    card_ids: applications,
  })),
  ofParents("archiving of parents whose children become roots", "archive", "disconnect"),
  rollback("rollback of the archiving of parents"),
  ofParents("archiving of parents whose children go to their parents", "archive", "reparent"),
  rollback("rollback of the archiving that moved children up"),
  rollbackOfTwo,
  fieldLess,
  change("a drawing of 4 MB that refers to 10,000 cards", "post", "/diagrams", () => ({
    name: "Large",
    data: { xml: drawing(10_000) },
  })),
  change("a drawing of 4 MB in place of another", "patch", "/diagrams/{diagram_id}", () => ({
    data: { xml: drawing(10_000) },
  })),
  change("relations by name", "post", "/relations/bulk", ({ rows }) => ({
    operations: Array.from({ length: rows / 2 }, (_, index) => ({
      row_index: index,
      type: "relAppToITC",
      source: { type: "Application", name: `Imported ${index}` },
      target: { type: "ITComponent", name: `Nothing of this name ${index}` },
    })),
  })),
  {
    name: "recalculation with twelve wasteful formulas",
    prepare: ({ admin }) =>
      times(12, async (index) => {
        const { id } = await admin.post<{ id: string }>("/calculations", JSON.stringify(wasteful(index)));
        await admin.post(`/calculations/${id}/activate`, "{}");
      }),
    work: (place) =>
      send(place.url, {
        method: "post",
        path: `${API}/calculations/recalculate/Application`,
        headers: place.admin.headers,
      }),
  },
  change("change of a card with twelve wasteful formulas", "post", "/cards", () => ({
    type: "Application",
    name: "Calculated at once",
  })),
  foreignLock,
  diagram("a large process diagram", largeBpmn),
  ofProcess("4 times the elements of a large process", () => ({ method: "get", path: "/elements", count: 4 })),
  diagram("BPMN that is nothing but attributes", () => {
    const attributes = Array.from({ length: 250_000 }, (_, index) => `a${index}="xxxxxxxx"`).join(" ");
    return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${attributes}/>`;
  }),
  ofProcess("4 comparisons of large versions", ({ version_id, other_version_id }) => ({
    method: "get",
    path: `/flow/versions/${version_id}/diff/${other_version_id}`,
    count: 4,
  })),
  ofParents("deletion of parents whose children become roots", "delete", "disconnect"),
  change("deletion of many cards with all their relations", "post", "/cards/bulk-delete", ({ applications }) => ({
    card_ids: applications,
    child_strategy: "disconnect",
  })),
];
