/** /capability-catalogue, /process-catalogue, /value-stream-catalogue, /principles-catalogue and /catalogue-content */
import { capital, words } from "../../core/api/nouns";
import { del, get, type Operation, post, put, tagged } from "../../core/api/operation";
import { REVALIDATED } from "../../http/etags";
import { deleteArchives } from "./content/store";
import { importEntries } from "./import/entries";
import { allKinds, type Kind } from "./kinds";
import { listEntries } from "./list";
import * as model from "./model";
import { keepArchive, LARGEST_ARCHIVE } from "./package/archive";
import { fetchArchive } from "./package/index-document";
import { importPrinciples, listCataloguePrinciples } from "./principles";
import { describeContent, describeUpdate, keepFetched } from "./update";

const CACHED = { caching: REVALIDATED } as const;
const ADMIN = { permission: "admin.metamodel", permissionFirst: true } as const;

/** The bytes of a form in addition to its file. */
const FORM = 64 * 1024;

const operationsOfKind = (kind: Kind): Operation[] => {
  const { path, name, plural } = kind;
  return tagged(path, [
    get(
      `/${path}`,
      `The catalogue of ${plural}, with the cards that its entries have become`,
      {
        landscape: true,
        permission: "inventory.view",
        permissionFirst: true,
        ...CACHED,
        readsMuch: true,
        query: model.CatalogueQuery,
        answer: model.catalogueOf(name),
      },
      ({ query, actor }) => listEntries(kind, actor, query.locale),
    ),
    post(
      `/${path}/import`,
      `Make cards of ${plural}, in one batch`,
      {
        landscape: true,
        permission: "inventory.create",
        permissionFirst: true,
        writesMuch: true,
        body: model.CatalogueImport,
        answer: model.ImportResult,
      },
      ({ body, actor }) => importEntries(actor, kind, body),
    ),
    get(
      `/${path}/update-status`,
      `Whether the package index has a newer version of the ${plural}`,
      { ...ADMIN, ...CACHED, answer: model.UpdateStatus },
      ({ request }) => describeUpdate(kind, request.signal),
    ),
    post(
      `/${path}/update-fetch`,
      `Fetch the newest ${plural} from the package index, and the newest content of the other catalogues`,
      {
        operationId: `fetch${words(path).map(capital).join("")}Update`,
        ...ADMIN,
        fetches: fetchArchive,
        writesMuch: true,
        repeatable: false,
        answer: model.FetchResult,
        refusals: [502],
      },
      ({ fetched, actor }) => keepFetched(actor, fetched),
    ),
  ]);
};

export const operations: readonly Operation[] = [
  ...allKinds.flatMap(operationsOfKind),
  ...tagged("principles-catalogue", [
    get(
      "/principles-catalogue",
      "The catalogue of principles, with those that its entries have become",
      { ...ADMIN, ...CACHED, landscape: true, query: model.CatalogueQuery, answer: model.PrinciplesCatalogue },
      ({ query, actor }) => listCataloguePrinciples(actor, query.locale),
    ),
    post(
      "/principles-catalogue/import",
      "Make principles of entries of the catalogue",
      { ...ADMIN, landscape: true, body: model.PrinciplesImport, answer: model.PrinciplesImported },
      ({ body, actor }) => importPrinciples(actor, body),
    ),
  ]),
  ...tagged("catalogue-content", [
    get(
      "/catalogue-content",
      "The archives that content of catalogues comes from, with their licences and credits",
      { own: true, ...ADMIN, ...CACHED, answer: model.CatalogueContent },
      () => describeContent(),
    ),
    put(
      "/catalogue-content",
      "Upload an archive of the content package, of 32 MiB at most",
      {
        own: true,
        ...ADMIN,
        writesMuch: true,
        upload: true,
        largestBody: LARGEST_ARCHIVE + FORM,
        body: model.Upload,
        answer: model.FetchResult,
        refusals: [400],
      },
      ({ body, actor }) => keepArchive(actor, { bytes: body.file, origin: "upload", sha256: body.sha256 }),
    ),
    del(
      "/catalogue-content",
      "Return to the catalogues that come with Stoa",
      { own: true, ...ADMIN, writesMuch: true, refusals: [404] },
      ({ actor }) => deleteArchives(actor),
    ),
  ]),
];
