/** The definitions of areas as types: permissions, events and kinds of notification. */

/** Area → what its `definitions.ts` exports; an area adds itself by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface AreaDefinitions {}

type DefinedBy<Area, Name> = Area extends keyof AreaDefinitions
  ? Name extends keyof AreaDefinitions[Area]
    ? AreaDefinitions[Area][Name]
    : never
  : never;
/** The union of what the areas export under a name. */
export type DefinitionsOf<Name extends string> = DefinedBy<keyof AreaDefinitions, Name>;

/** The keys of each member of a union. */
export type KeysOf<U> = U extends unknown ? keyof U & string : never;
