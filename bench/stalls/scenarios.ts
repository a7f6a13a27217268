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
  read("cards by an attribute", "/cards?type=Application&where=attributes.numberOfUsers:gt:10&page_size=200"),
  read("page 1,000 of events", "/events?page=1000&page_size=200"),
  read("4 lists of diagrams with large previews", "/diagrams", { count: 4 }),
  read("a search in diagrams for one letter", "/diagrams?search=a", { count: 4 }),
  read("4 CSV exports of the journal", "/events/export/csv", { count: 4 }),
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
  {
    name: "rollback of the change of many cards",
    work: async (place) => {
      type BatchPage = { items: { id: string }[] };
      const { items } = await place.admin.get<BatchPage>(
        `/mutation-batches?actor_user_id=${place.adminId}&page_size=1`,
      );
      await place.admin.post(`/mutation-batches/${items[0]?.id}/rollback`, "{}");
    },
  },
  change("archiving of many cards", "post", "/cards/bulk-archive", ({ applications }) => ({
    card_ids: applications,
  })),
  change("restoring of many cards", "post", "/cards/bulk-restore", ({ applications }) => ({
    card_ids: applications,
  })),
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
  change("deletion of many cards", "post", "/cards/bulk-delete", ({ applications }) => ({ card_ids: applications })),
];
