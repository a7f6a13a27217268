/** The metadata of a feed: the OData CSDL that describes the columns to programs. */
import { phases } from "../../../../db/query";
import { attributeTypes, type ColumnType } from "./column-types";
import type { Selection } from "./selection";
import { relationKeyOf } from "./view-columns";

/** Property → its type and whether it may be null; texts that may be null are left out. */
const TYPES: Record<string, string> = {
  id: 'Type="Edm.Guid" Nullable="false"',
  type: 'Type="Edm.String" Nullable="false"',
  name: 'Type="Edm.String" Nullable="false"',
  status: 'Type="Edm.String" Nullable="false"',
  approval_status: 'Type="Edm.String" Nullable="false"',
  data_quality: 'Type="Edm.Decimal" Scale="variable" Nullable="false"',
  lifecycle: 'Type="Stoa.Lifecycle"',
  attributes: 'Type="Stoa.Attributes"',
  tags: 'Type="Collection(Edm.String)" Nullable="false"',
  created_at: 'Type="Edm.DateTimeOffset" Precision="3" Nullable="false"',
  updated_at: 'Type="Edm.DateTimeOffset" Precision="3" Nullable="false"',
};

/** The name of the entity set. */
export const SET = "Cards";

/** Accepts the names that OData permits; imported fields may have others, which programs read as undeclared properties. */
const isIdentifier = (name: string) => /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]{0,127}$/u.test(name);

/** The phases of a lifecycle, as columns. */
export const lifecycleTypes: ReadonlyMap<string, ColumnType> = new Map(phases.map((phase) => [phase, "Edm.Date"]));

const property = (name: string, facets: string) => `        <Property Name="${name}" ${facets}/>`;

const facetsOf = (name: string): string =>
  relationKeyOf(name) === undefined ? (TYPES[name] ?? 'Type="Edm.String"') : (TYPES["tags"] as string);

const KEY = '        <Key><PropertyRef Name="id"/></Key>';

/** Returns the lines of a structured type, open if it has properties whose names OData doesn't permit. */
function structure(
  element: string,
  name: string,
  facets: ReadonlyMap<string, string>,
  before: readonly string[] = [],
  after: readonly string[] = [],
): string {
  const declared = [...facets.keys()].filter(isIdentifier);
  const open = declared.length < facets.size ? ' OpenType="true"' : "";
  const lines = declared.map((each) => property(each, facets.get(each) as string));
  return [`      <${element} Name="${name}"${open}>`, ...before, ...lines, ...after, `      </${element}>`].join("\n");
}

const FURTHER: Partial<Record<ColumnType, string>> = {
  "Edm.Decimal": ' Scale="variable"',
  "Collection(Edm.String)": ' Nullable="false"',
};

const columnFacets = (types: ReadonlyMap<string, ColumnType>): Map<string, string> =>
  new Map([...types].map(([key, type]) => [key, `Type="${type}"${FURTHER[type] ?? ""}`]));

/** A related card, and the lines of the relations that lead to some. */
const RELATED_CARD = structure(
  "EntityType",
  "RelatedCard",
  new Map(["id", "type", "name"].map((name) => [name, TYPES[name] as string])),
  [KEY],
);
const navigation = (relationKey: string) =>
  `        <NavigationProperty Name="${relationKey}" Type="Collection(Stoa.RelatedCard)"/>`;

/**
 * Returns the metadata of a feed, as XML.
 * @param selection the properties of its entries
 * @param types keys of the card types that the view names; none for all
 * @param relationKeys those of the relation types that `$expand` may name
 */
export function metadataOf(selection: Selection, types: readonly string[], relationKeys: readonly string[]): string {
  const keys = relationKeys.filter(isIdentifier);
  const properties = new Map([...selection.keys()].map((name) => [name, facetsOf(name)]));
  const attributes = columnFacets(attributeTypes(types, selection.get("attributes")));
  const structures = [
    ...(selection.has("lifecycle") ? [structure("ComplexType", "Lifecycle", columnFacets(lifecycleTypes))] : []),
    ...(selection.has("attributes") ? [structure("ComplexType", "Attributes", attributes)] : []),
    ...(keys.length > 0 ? [RELATED_CARD] : []),
    structure("EntityType", "Card", properties, [KEY], keys.map(navigation)),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="Stoa" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${structures.join("\n")}
      <EntityContainer Name="Container">
        <EntitySet Name="${SET}" EntityType="Stoa.Card"/>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
}
