/**
 * Sheets: the parts of a bundle, in which a workspace moves from one installation to another. Each area contributes the sheets
 * of its own tables: the columns, the permission that its rows need, and the functions that check and create them, which are
 * those of its operations. The area `workspace` is the engine: it knows the order of the sheets, and resolves references.
 */
import type { ReadConnection } from "../../../db/read-connection";
import { type Actor, may, mayOnCard } from "../access/actor";
import type { CardPermissionKey, PermissionKey } from "../access/permissions";
import type { Cell } from "./cells";
import type { TableColumn } from "./columns";
import { LeftOut, type Outcome, type Row } from "./row";

/** The cells of the reference and the type of a card; both null for no card. */
export type ReferenceCells = readonly [reference: Cell | null, type: string | null];

/** The references of the cards of an export, by their ids or their numbers. */
export type CardReferences = {
  /** True when a card is part of the export. */
  includes(card: string | number): boolean;
  /** The path of the parent; empty for a root. */
  parentPath(id: string): string;
  cells(card: string | number | null): ReferenceCells;
};

/** The assets of an export, as they are found. */
export type AssetWriter = {
  /** The cell of a text. A text that no cell can hold unchanged becomes an asset. */
  cellOf(text: string): Cell;
  /** Creates an asset whose content is read in pieces, later on. @returns its path */
  create(path: string, content: (connection: ReadConnection) => Iterable<Uint8Array>): string;
};

/** An export that is being made. */
export type SheetExport = { connection: ReadConnection; cards: CardReferences; assets: AssetWriter };

/** A card that was found, or the reason why none was. */
export type CardMatch = { id: string } | "ambiguous" | "missing";

/** The cards to which the references of an import may lead. */
export type CardFinder = {
  /** Finds the card of a reference: by its name alone, or by its whole path. */
  find(type: string | null, reference: string | null): CardMatch;
  /** Finds the card at the path of a parent: one of the type, or else of any type. */
  findParent(type: string, path: string): CardMatch;
  /** True when there is a card at exactly this path. */
  isTaken(type: string, names: readonly string[], isActive: boolean): boolean;
  /** Makes a card known that was created meanwhile. */
  note(card: { id: string; type: string; name: string; parentId: string | null; isActive: boolean }): void;
  /** Finds the card to which two cells of a row lead. @throws Conflict */
  require(row: Row, typeHeader: string, referenceHeader: string): string;
};

/** The assets of a bundle. */
export type AssetReader = {
  has(path: string): boolean;
  /** Reads the text of an asset; null when there is none. */
  text(path: string): string | null;
  /** Reads an asset in pieces, which are overwritten afterwards. */
  read(path: string, receive: (bytes: Uint8Array) => void): void;
};

/** An import that is being applied. */
export type SheetImport = {
  /** The importer, with whose permissions everything is created. */
  actor: Actor;
  /**
   * True when rows may carry the names of other authors, and dates of the past: an administrator of users may say
   * so.
   */
  speaksForOthers: boolean;
  cards: CardFinder;
  /** The id of the user with an address; undefined when there is none. */
  userId(email: string | null): string | undefined;
  assets: AssetReader;
  /** Notes in the report what is left out of the current row, and why. */
  remark(reason: string): void;
};

/** Applies some rows of a sheet, as part of the running transaction. */
export type Applier = {
  /** Applies one row. Undefined is an outcome that isn't counted. @throws Conflict, Unfit, LeftOut, Problem */
  apply(row: Row): Outcome | undefined;
  /** Called after the rows: publishes events, and refreshes derived values. */
  conclude?(): void;
};

/** The table of a sheet whose rows are the rows of one table. */
export type SheetTable = {
  name: string;
  kind: "configuration" | "records";
  columns: ReadonlyMap<string, TableColumn>;
  /** The names of the columns that are written as they are. */
  values: readonly string[];
  /** The names of the columns whose texts are assets. */
  assets: readonly string[];
  /** Column → SQL for the value that is exported instead of the stored one. */
  read: Readonly<Record<string, string>>;
  key: readonly string[];
};

/** A sheet. */
export type Sheet = {
  /** The table that the sheet shows; undefined for a sheet of several tables, or of links. */
  table?: SheetTable;
  name: string;
  headers: readonly string[];
  /** The header of the column that refers to another row of the sheet by its id; that row is applied before. */
  parent?: string | undefined;
  /** True for a sheet without a table of its own that is the same in every scenario. */
  isSameEverywhere?: true;
  /** The rank of a row: rows of a lower rank are applied before. */
  rank?: (row: Row) => number;
  begin(sheetImport: SheetImport): Applier;
  rows(sheetExport: SheetExport): Iterable<readonly (Cell | null)[]>;
};

let sheets: ReadonlyMap<string, Sheet> = new Map();

/** Makes known the sheets that areas declare. */
export function defineSheets(declared: readonly Sheet[]): void {
  sheets = new Map(declared.map((sheet) => [sheet.name, sheet]));
}

/** Returns the sheets of all areas, by their names. */
export const definedSheets = (): ReadonlyMap<string, Sheet> => sheets;

/** A permission that a row needs: of the role, or on the card that one of its columns names. */
export type Needs = PermissionKey | { card: CardPermissionKey; of: string };

/**
 * Requires the permission that the API's operation requires for the same change.
 * @param row the values of the row, in which a card may be named
 * @throws LeftOut
 */
export function requireFor(actor: Actor, needs: Needs, row: Readonly<Record<string, unknown>> = {}): void {
  if (typeof needs === "string") {
    if (!may(actor, needs)) throw new LeftOut(`it needs the permission ${needs}`);
    return;
  }
  const card = row[needs.of];
  if (typeof card === "string" && !mayOnCard(actor, needs.card, card))
    throw new LeftOut(`it needs the permission ${needs.card}`);
}
