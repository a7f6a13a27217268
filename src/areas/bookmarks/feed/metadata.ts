/** The metadata of a feed: the OData CSDL that describes the columns to programs. */
import type { Selection } from "./selection";

/** Property → its type and whether it may be null; texts that may be null are left out. */
const TYPES: Record<string, string> = {
  id: 'Type="Edm.Guid" Nullable="false"',
  type: 'Type="Edm.String" Nullable="false"',
  name: 'Type="Edm.String" Nullable="false"',
  status: 'Type="Edm.String" Nullable="false"',
  approval_status: 'Type="Edm.String" Nullable="false"',
  data_quality: 'Type="Edm.Double" Nullable="false"',
  lifecycle: 'Type="Stoa.Lifecycle"',
  attributes: 'Type="Stoa.Attributes"',
  tags: 'Type="Collection(Edm.String)" Nullable="false"',
  created_at: 'Type="Edm.DateTimeOffset" Precision="3" Nullable="false"',
  updated_at: 'Type="Edm.DateTimeOffset" Precision="3" Nullable="false"',
};

/** The name of the entity set. */
export const SET = "Cards";

/** The metadata of a feed with some properties, as XML. Attributes and phases are open types: any may be there. */
export function metadataOf(selection: Selection): string {
  const properties = [...selection.keys()].map(
    (name) => `        <Property Name="${name}" ${TYPES[name] ?? 'Type="Edm.String"'}/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="Stoa" xmlns="http://docs.oasis-open.org/odata/ns/edm">
      <ComplexType Name="Lifecycle" OpenType="true"/>
      <ComplexType Name="Attributes" OpenType="true"/>
      <EntityType Name="Card">
        <Key><PropertyRef Name="id"/></Key>
${properties.join("\n")}
      </EntityType>
      <EntityContainer Name="Container">
        <EntitySet Name="${SET}" EntityType="Stoa.Card"/>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
}
