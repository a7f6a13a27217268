/** The content that is stored in the database: that of the last archive which had the catalogue. */
import { statement, type tables, transaction } from "../../../../db";
import type { ArchiveOrigin, CatalogueName } from "../../../../db/schema/catalogues";
import { type Author, publish } from "../../../core/journal/journal";
import { progress } from "../../../core/threads/progress";
import { notFound } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import type { Entry, Translation } from "../entries";
import { allKinds, type Kind } from "../kinds";
import type { Package } from "../package/read";

/** An archive whose content is stored. */
export type Archive = typeof tables.catalogueArchives.$inferSelect;

/** The facts about an archive in addition to its content. */
export type ArchiveFacts = {
  origin: ArchiveOrigin;
  catalogue_version: string;
  licence: string;
  credit: string;
  notice: string | null;
  sha256: string;
  size: number;
};

/** A row with its JSON columns as text. */
type StoredArchive = Omit<Archive, "locales" | "macro_warnings"> & { locales: string; macro_warnings: string };

const parsed = (row: StoredArchive): Archive => ({
  ...row,
  locales: JSON.parse(row.locales) as string[],
  macro_warnings: JSON.parse(row.macro_warnings) as string[],
});

/** Returns the archive that a catalogue is stored from; undefined when it isn't stored. */
export function storedArchive(catalogue: CatalogueName): Archive | undefined {
  const row = statement<StoredArchive, [string]>(
    "SELECT * FROM catalogue_archives WHERE id = (SELECT archive_id FROM catalogue_entries WHERE catalogue = ? LIMIT 1)",
  ).get(catalogue);
  return row ? parsed(row) : undefined;
}

/** Returns the stored archives, newest first. */
export const storedArchives = (): Archive[] =>
  statement<StoredArchive>("SELECT * FROM catalogue_archives ORDER BY created_at DESC, id").all().map(parsed);

/** Returns the entries of a stored catalogue in their order, in English. */
export const storedEntries = (catalogue: CatalogueName): Entry[] =>
  statement<{ content: string }, [string]>("SELECT content FROM catalogue_entries WHERE catalogue = ? ORDER BY seq")
    .all(catalogue)
    .map(({ content }) => JSON.parse(content) as Entry);

/** Maps id of an entry → its texts in a language, of a stored catalogue. */
export const storedTranslations = (catalogue: CatalogueName, locale: string): Map<string, Translation> =>
  new Map(
    statement<{ entry_id: string; fields: string }, [string, string]>(
      "SELECT entry_id, fields FROM catalogue_translations WHERE catalogue = ? AND locale = ?",
    )
      .all(catalogue, locale)
      .map(({ entry_id, fields }) => [entry_id, JSON.parse(fields) as Translation]),
  );

/** Returns the catalogues that a stored archive still has, with the number of their entries. */
export const countEntries = (archiveId: string): Partial<Record<CatalogueName, number>> =>
  Object.fromEntries(
    statement<[CatalogueName, number], [string]>(
      "SELECT catalogue, count(*) FROM catalogue_entries WHERE archive_id = ? GROUP BY catalogue ORDER BY catalogue",
    ).values(archiveId),
  );

const createEntry = (archiveId: string, { name }: Kind, entry: Entry) =>
  statement("INSERT INTO catalogue_entries (archive_id, catalogue, entry_id, content) VALUES (?, ?, ?, ?)").run(
    archiveId,
    name,
    entry.id,
    JSON.stringify(entry),
  );

const createTranslation = (archiveId: string, { name }: Kind, locale: string, id: string, texts: Translation) =>
  statement(
    "INSERT INTO catalogue_translations (archive_id, catalogue, locale, entry_id, fields) VALUES (?, ?, ?, ?, ?)",
  ).run(archiveId, name, locale, id, JSON.stringify(texts));

/** Returns the fields of a translation that entries of a catalogue have. */
const fieldsFor = ({ translated }: Kind, texts: Translation): Translation =>
  Object.fromEntries(translated.flatMap((field) => (field in texts ? [[field, texts[field]]] : [])));

/** Replaces the stored content of a catalogue. */
function replaceCatalogue(archiveId: string, kind: Kind, { entries, translations }: Package): void {
  const own = entries[kind.name];
  for (const table of ["catalogue_entries", "catalogue_translations"] as const)
    statement(`DELETE FROM ${table} WHERE catalogue = ?`).run(kind.name);
  for (const [done, entry] of own.entries()) {
    progress(done, own.length);
    createEntry(archiveId, kind, entry);
    for (const [locale, table] of translations) {
      const texts = table.get(entry.id);
      if (texts) createTranslation(archiveId, kind, locale, entry.id, fieldsFor(kind, texts));
    }
  }
}

function createArchive(id: string, at: string, content: Package, facts: ArchiveFacts): void {
  const { origin, catalogue_version, licence, credit, notice, sha256, size } = facts;
  const { schema_version, generated_at, locales, macro_warnings } = content;
  statement(
    `INSERT INTO catalogue_archives (id, origin, catalogue_version, schema_version, generated_at, licence, credit, notice,
       sha256, size, locales, macro_warnings, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...([id, origin, catalogue_version, schema_version, generated_at] as const),
    ...([licence, credit, notice, sha256, size] as const),
    ...[JSON.stringify(locales), JSON.stringify(macro_warnings), at],
  );
}

/**
 * Stores the catalogues that an archive has, in place of their former content. Publishes
 * `catalogue.content_updated`.
 * @returns when
 */
export function storeArchive(author: Author, content: Package, facts: ArchiveFacts): string {
  const id = newId();
  const at = now();
  const { origin, catalogue_version } = facts;
  transaction(() => {
    createArchive(id, at, content, facts);
    const present = allKinds.filter(({ name }) => content.entries[name].length > 0);
    for (const kind of present) replaceCatalogue(id, kind, content);
    statement("DELETE FROM catalogue_archives WHERE id NOT IN (SELECT archive_id FROM catalogue_entries)").run();
    const entries = present.reduce((count, { name }) => count + content.entries[name].length, 0);
    publish(author, { type: "catalogue.content_updated", data: { id, origin, catalogue_version, entries } });
  });
  return at;
}

/**
 * Deletes all stored content, so that the starter catalogue is served. Publishes `catalogue.content_deleted`.
 * @throws Problem 404 when nothing is stored
 */
export function deleteArchives(author: Author): void {
  transaction(() => {
    const archives = storedArchives().map(({ id, origin, catalogue_version }) => ({ id, origin, catalogue_version }));
    if (archives.length === 0) throw notFound("Catalogue content");
    for (const table of ["catalogue_entries", "catalogue_translations", "catalogue_archives"] as const)
      statement(`DELETE FROM ${table}`).run();
    publish(author, { type: "catalogue.content_deleted", data: { archives } });
  });
}
