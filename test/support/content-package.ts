/** The content package of reference catalogues in small, and the package index that offers it, on loopback. */
import { createHash } from "node:crypto";
import { type Zippable, zipSync } from "fflate";
import { json, type Outside, startOutside } from "./outside";

type Content = Record<string, unknown>;

/** Capabilities with a macro, processes and value streams that name one another, and their texts in German and French. */
export const content = (version = "2026.5.11.505"): Content => ({
  "version.json": { catalogue_version: version, schema_version: 2, generated_at: "2026-05-11", node_count: 4 },
  "capabilities.json": [
    { id: "BC-1", name: "Customer Management", level: 1, industry: "Cross-Industry", children: ["BC-1.1"], extra: [1] },
    { id: "BC-1.1", name: "Customer Care", level: 2, parent_id: "BC-1", description: "Cares", children: ["BC-1.1.1"] },
    { id: "BC-1.1.1", name: "Complaints", level: 3, parent_id: "BC-1.1", aliases: ["Claims"], deprecated: true },
    { id: "BC-2", name: "Finance", level: 1, children: [] },
  ],
  "macro-capabilities.json": [
    {
      id: "MC-10",
      name: "Customer Experience",
      industry: "Cross-Industry",
      capability_ids: ["BC-1"],
      in_scope: ["All"],
    },
    { id: "MC-20", name: "Support", capability_ids: ["BC-1", "BC-2"] },
  ],
  "business-processes.json": [
    { id: "BP-1", name: "Serve", level: 1, framework_refs: [{ framework: "NEW", external_id: "1", code: 7 }] },
    { id: "BP-1.1", name: "Handle", level: 2, parent_id: "BP-1", realizes_capability_ids: ["BC-1.1", "BC-9"] },
    { id: "BP-1.1.1", name: "Answer", level: 3, parent_id: "BP-1.1", in_scope: ["Calls"] },
  ],
  "value-streams.json": [
    {
      id: "VS-1",
      name: "Help",
      industries: ["Retail", "Banking"],
      stages: [
        { id: "VS-1.1", stage_order: 1, stage_name: "Listen", capability_ids: ["BC-1.1"], process_ids: ["BP-1.1"] },
        {
          id: "VS-1.2",
          stage_order: 1,
          stage_name: "Listen",
          industry_variant: "Retail",
          industries: ["Retail"],
          capability_ids: ["BC-1"],
          notes: "In shops",
        },
      ],
    },
  ],
  "i18n/de.json": {
    "MC-10": { name: "Kundenerlebnis" },
    "BC-1": { name: "Kundenmanagement", description: "" },
    "BC-1.1.1": { aliases: ["Ansprüche"] },
    "BP-1.1": { description: "Bearbeitet" },
    "VS-1.2": { stage_name: "Zuhören", notes: "Im Laden" },
  },
  "i18n/fr.json": { "BC-1": { name: "Gestion des clients" } },
});

const METADATA =
  "Metadata-Version: 2.4\nName: turbo-ea-capabilities\nLicense-Expression: CC-BY-4.0 AND MIT\n\nContent.";

/** Returns a zip archive of files, by their path. */
export const zip = (files: Record<string, string | Uint8Array>): Buffer<ArrayBuffer> =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, file]) => [path, typeof file === "string" ? Buffer.from(file) : file]),
      ) as Zippable,
    ),
  );

/** Returns a wheel of the content package. @param metadata undefined for none */
export const wheel = (files: Content = content(), metadata: string | undefined = METADATA): Buffer<ArrayBuffer> =>
  zip({
    ...Object.fromEntries(
      Object.entries(files).map(([name, value]) => [`turbo_ea_capabilities/data/${name}`, JSON.stringify(value)]),
    ),
    ...(metadata !== undefined && { "turbo_ea_capabilities-1.dist-info/METADATA": metadata }),
    "turbo_ea_capabilities-1.dist-info/licenses/NOTICE": "Cites frameworks.",
    "turbo_ea_capabilities/__init__.py": "",
  });

/** Returns the SHA-256 of bytes, in hexadecimal digits. */
export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A package index that offers an archive. */
export type PackageIndex = Outside & {
  /** The address of its document. */
  address: string;
  /** The archive that it offers. */
  offered: Buffer<ArrayBuffer>;
  /** Replaces its document; undefined for the usual one. */
  document: ((usual: IndexDocument) => unknown) | undefined;
};

type IndexDocument = { info: { version: string }; urls: { packagetype: string; url: string }[] };

/** Starts a package index that offers the content package. */
export async function startPackageIndex(): Promise<PackageIndex> {
  const outside = await startOutside(({ url }, response) => {
    if (url === "/archive") return void response.writeHead(200).end(index.offered);
    if (url === "/moved") return void response.writeHead(302, { location: "/archive" }).end();
    if (url !== "/json") return void response.writeHead(404).end();
    const urls = [
      { packagetype: "sdist", url: `${outside.url}/nothing` },
      { packagetype: "bdist_wheel", url: `${outside.url}/archive` },
    ];
    const usual = { info: { version: "2026.5.11.505" }, urls };
    json(response, index.document ? index.document(usual) : usual);
  });
  const index: PackageIndex = { ...outside, address: `${outside.url}/json`, offered: wheel(), document: undefined };
  return index;
}
