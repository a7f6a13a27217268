/** The types of relations of the tool, and the relation types that they stand for. */

/** Relation type → the names that the tool has had for it. */
const names: Readonly<Record<string, readonly string[]>> = {
  relAppToBC: ["relApplicationToBusinessCapability", "applicationBusinessCapabilityRelation"],
  relAppToBizCtx: ["relApplicationToBusinessContext", "applicationBusinessContextRelation"],
  relAppToInterface: [
    "relApplicationToInterface",
    "applicationInterfaceRelation",
    "applicationInterfaceProviderRelation",
    "applicationInterfaceConsumerRelation",
  ],
  relAppToDataObj: ["relApplicationToDataObject", "applicationDataObjectRelation"],
  relAppToITC: ["relApplicationToITComponent", "applicationITComponentRelation"],
  relAppSuccessor: ["relApplicationSuccessor", "applicationSuccessorRelation"],
  relITCToTechCat: [
    "relITComponentToTechCategory",
    "itComponentTechCategoryRelation",
    "itComponentTechnologyStackRelation",
  ],
  relITCToPlatform: ["relITComponentToPlatform", "itComponentPlatformRelation"],
  relITCSuccessor: ["relITComponentSuccessor", "itComponentSuccessorRelation"],
  relInterfaceToDataObj: ["relInterfaceToDataObject", "interfaceDataObjectRelation"],
  relInterfaceToITC: ["relInterfaceToITComponent", "interfaceITComponentRelation"],
  relInterfaceSuccessor: ["relInterfaceSuccessor", "interfaceSuccessorRelation"],
  relInitiativeToObjective: ["relProjectToObjective", "projectObjectiveRelation", "relInitiativeToObjective"],
  relInitiativeToBC: [
    "relProjectToBusinessCapability",
    "projectBusinessCapabilityRelation",
    "relInitiativeToBusinessCapability",
  ],
  relInitiativeToApp: [
    "relProjectToApplication",
    "projectApplicationRelation",
    "applicationProjectRelation",
    "relInitiativeToApplication",
  ],
  relInitiativeToITC: ["relProjectToITComponent", "projectITComponentRelation", "relInitiativeToITComponent"],
  relInitiativeToInterface: ["relProjectToInterface", "projectInterfaceRelation", "relInitiativeToInterface"],
  relInitiativeToDataObj: ["relProjectToDataObject", "projectDataObjectRelation", "relInitiativeToDataObject"],
  relInitiativeToPlatform: [
    "relProjectToPlatform",
    "projectPlatformRelation",
    "projectTechPlatformRelation",
    "relInitiativeToPlatform",
  ],
  relInitiativeSuccessor: ["relInitiativeSuccessor", "initiativeSuccessorRelation"],
  relObjectiveToBC: ["relObjectiveToBusinessCapability", "objectiveBusinessCapabilityRelation"],
  relPlatformToObjective: ["relPlatformToObjective", "platformObjectiveRelation"],
  relPlatformToApp: ["relPlatformToApplication", "platformApplicationRelation", "techPlatformApplicationRelation"],
  relPlatformToITC: ["relPlatformToITComponent", "platformITComponentRelation", "techPlatformITComponentRelation"],
  relPlatformSuccessor: ["relPlatformSuccessor", "platformSuccessorRelation"],
  relProviderToApp: ["relProviderToApplication", "providerApplicationRelation"],
  relProviderToITC: ["relProviderToITComponent", "providerITComponentRelation", "itComponentProviderRelation"],
  relProviderToInitiative: [
    "relProviderToProject",
    "providerProjectRelation",
    "projectProviderRelation",
    "relProviderToInitiative",
  ],
  relBizCtxToBC: ["relBusinessContextToBusinessCapability", "businessContextBusinessCapabilityRelation"],
  relProcessToBC: ["relProcessToBusinessCapability", "processBusinessCapabilityRelation"],
  relProcessToApp: ["relProcessToApplication", "processApplicationRelation", "applicationProcessRelation"],
  relProcessToDataObj: ["relProcessToDataObject", "processDataObjectRelation"],
  relProcessToITC: ["relProcessToITComponent", "processITComponentRelation"],
  relProcessDependency: ["relProcessDependency"],
  relProcessToOrg: ["relProcessToOrganization", "processUserGroupRelation"],
  relProcessToInitiative: [
    "relProcessToProject",
    "processProjectRelation",
    "projectProcessRelation",
    "relProcessToInitiative",
  ],
  relProcessToObjective: ["relProcessToObjective", "processObjectiveRelation"],
  relProcessToBizCtx: ["relProcessToBusinessContext", "processBusinessContextRelation"],
  relProcessSuccessor: ["relProcessSuccessor", "processSuccessorRelation"],
  relOrgToApp: ["relUserGroupToApplication", "applicationUserGroupRelation", "applicationOwningUserGroupRelation"],
  relOrgToBizCtx: ["relUserGroupToBusinessContext", "userGroupBusinessContextRelation"],
  relOrgToITC: ["relUserGroupToITComponent", "itComponentUserGroupRelation", "userGroupITComponentRelation"],
  relOrgToInitiative: [
    "relUserGroupToProject",
    "userGroupProjectRelation",
    "projectUserGroupRelation",
    "relUserGroupToInitiative",
  ],
  relOrgToObjective: ["relUserGroupToObjective", "userGroupObjectiveRelation"],
};

const keys = new Map(Object.entries(names).flatMap(([key, all]) => all.map((name) => [name, key] as const)));

/** In these types the target is the successor of the source; here the source succeeds the target. */
const SUCCESSION =
  /^(?:application|itComponent|interface|initiative|platform|process|dataObject)SuccessorRelation$|^rel(?:Application|ITComponent|Interface|Initiative|Platform|Process|DataObject)Successor$/;

/** Returns the relation type that a type of relations stands for, and whether its ends are the other way round. */
export function relationTypeOf(type: string): { key: string; swapped: boolean } | undefined {
  const key = keys.get(type);
  return key === undefined ? undefined : { key, swapped: isSuccession(type) };
}

/** Checks whether relations of a type lead from what is succeeded to what succeeds it. */
export const isSuccession = (type: string): boolean => SUCCESSION.test(type);

/** The relations by which a card comes below another one. */
export const HIERARCHY = "childParentRelation";

/** Names of relations that repeat what others say. */
export const ignoredRelations: ReadonlySet<string> = new Set(["relToParent", "relToChild"]);

const successorPrefixes: Readonly<Record<string, string>> = {
  Application: "application",
  ITComponent: "itComponent",
  Interface: "interface",
  Initiative: "initiative",
  Project: "initiative",
  Platform: "platform",
  TechPlatform: "platform",
  BusinessProcess: "process",
  Process: "process",
  DataObject: "dataObject",
};

/** Returns the name of a type of relations between two types, where the tool has one name for succession of any type. */
export function specificName(type: string, source: string, target: string): string {
  if ((type !== "successorRelation" && type !== "relSuccessor") || source !== target) return type;
  const prefix = Object.hasOwn(successorPrefixes, source) ? successorPrefixes[source] : undefined;
  return prefix === undefined ? type : `${prefix}SuccessorRelation`;
}
