/** The built-in relation types. */
import type { Field, FieldOption, FieldType } from "../schema/metamodel";
import { option, type SeedOption } from "./option";
import { translated } from "./translations";

/** The label reads from source to target, the reverse label from target to source. */
export type SeedRelationType = [
  sortOrder: number,
  key: string,
  sourceType: string,
  label: string,
  targetType: string,
  reverseLabel: string,
  attributes?: Field[],
];

/** Returns an option of an attribute; its definition is locked. */
const lockedOption = (entry: SeedOption): FieldOption => ({
  ...option(entry),
  translations: translated(entry[1]),
  built_in: true,
});

/** Returns an attribute of a relation; its definition is locked. */
const attribute = (key: string, label: string, type: FieldType, options?: SeedOption[]): Field => ({
  key,
  label,
  type,
  translations: translated(label),
  ...(options && { options: options.map(lockedOption) }),
  built_in: true,
});

const SUPPORT_TYPE = attribute("supportType", "Support Type", "single_select", [
  ["leading", "Leading", "#2e7d32"],
  ["supporting", "Supporting", "#66bb6a"],
  ["noSupport", "No Support", "#9e9e9e"],
]);

const CRUD = [
  attribute("crudCreate", "Create", "boolean"),
  attribute("crudRead", "Read", "boolean"),
  attribute("crudUpdate", "Update", "boolean"),
  attribute("crudDelete", "Delete", "boolean"),
];

export const relationTypes: SeedRelationType[] = [
  [0, "relObjectiveToBC", "Objective", "improves", "BusinessCapability", "is improved by"],
  [1, "relPlatformToObjective", "Platform", "supports", "Objective", "is supported by"],
  [2, "relPlatformToApp", "Platform", "runs", "Application", "runs on"],
  [3, "relPlatformToITC", "Platform", "implements", "ITComponent", "is implemented by"],
  [4, "relInitiativeToObjective", "Initiative", "supports", "Objective", "is supported by"],
  [5, "relInitiativeToPlatform", "Initiative", "affects", "Platform", "is affected by"],
  [6, "relInitiativeToBC", "Initiative", "improves", "BusinessCapability", "is improved by"],
  [7, "relInitiativeToApp", "Initiative", "affects", "Application", "is affected by"],
  [8, "relInitiativeToInterface", "Initiative", "affects", "Interface", "is affected by"],
  [9, "relInitiativeToDataObj", "Initiative", "affects", "DataObject", "is affected by"],
  [10, "relInitiativeToITC", "Initiative", "affects", "ITComponent", "is affected by"],
  [12, "relOrgToObjective", "Organization", "owns", "Objective", "is owned by"],
  [13, "relOrgToInitiative", "Organization", "owns", "Initiative", "is owned by"],
  [14, "relOrgToBizCtx", "Organization", "owns", "BusinessContext", "is owned by"],
  [
    15,
    "relOrgToApp",
    "Organization",
    "uses",
    "Application",
    "is used by",
    [
      attribute("usageType", "Usage Type", "single_select", [
        ["owner", "Owner", "#1976d2"],
        ["user", "User", "#66bb6a"],
        ["stakeholder", "Stakeholder", "#ff9800"],
      ]),
    ],
  ],
  [16, "relOrgToITC", "Organization", "owns", "ITComponent", "is owned by"],
  [17, "relAppToBC", "Application", "supports", "BusinessCapability", "is supported by", [SUPPORT_TYPE]],
  [18, "relAppToBizCtx", "Application", "supports", "BusinessContext", "is supported by"],
  [
    19,
    "relAppToInterface",
    "Application",
    "provides / consumes",
    "Interface",
    "is provided / consumed by",
    [
      attribute("flowDirection", "Flow direction", "single_select", [
        ["bidirectional", "Bidirectional", "#7e57c2"],
        ["forward", "Source → Target", "#2196f3"],
        ["reverse", "Target → Source", "#26a69a"],
      ]),
    ],
  ],
  [20, "relAppToDataObj", "Application", "CRUD", "DataObject", "is used by", [...CRUD]],
  [
    21,
    "relAppToITC",
    "Application",
    "uses",
    "ITComponent",
    "is used by",
    [attribute("costTotalAnnual", "Annual Cost", "cost")],
  ],
  [23, "relITCToTechCat", "ITComponent", "belongs to", "TechCategory", "includes"],
  [24, "relITCToPlatform", "ITComponent", "implements", "Platform", "is implemented by"],
  [25, "relInterfaceToDataObj", "Interface", "transfers", "DataObject", "is transferred by"],
  [26, "relInterfaceToITC", "Interface", "uses", "ITComponent", "is used by"],
  [27, "relProviderToInitiative", "Provider", "supports", "Initiative", "is supported by"],
  [28, "relProviderToApp", "Provider", "offers", "Application", "is offered by"],
  [29, "relProviderToITC", "Provider", "offers", "ITComponent", "is offered by"],
  [30, "relBizCtxToBC", "BusinessContext", "is associated with", "BusinessCapability", "is associated with"],
  [31, "relProcessToBC", "BusinessProcess", "supports", "BusinessCapability", "is supported by", [SUPPORT_TYPE]],
  [
    32,
    "relProcessToApp",
    "BusinessProcess",
    "is supported by",
    "Application",
    "supports",
    [
      attribute("usageType", "Usage", "single_select", [
        ["creates", "Creates"],
        ["reads", "Reads"],
        ["updates", "Updates"],
        ["deletes", "Deletes"],
        ["orchestrates", "Orchestrates"],
      ]),
    ],
  ],
  [33, "relProcessToDataObj", "BusinessProcess", "uses", "DataObject", "is used by", [...CRUD]],
  [34, "relProcessToITC", "BusinessProcess", "uses", "ITComponent", "is used by"],
  [35, "relProcessDependency", "BusinessProcess", "depends on", "BusinessProcess", "is depended on by"],
  [36, "relProcessToOrg", "BusinessProcess", "is owned by", "Organization", "owns"],
  [37, "relProcessToInitiative", "BusinessProcess", "is affected by", "Initiative", "affects"],
  [38, "relProcessToObjective", "BusinessProcess", "supports", "Objective", "is supported by"],
  [39, "relProcessToBizCtx", "BusinessProcess", "realizes", "BusinessContext", "is realized by"],
  [40, "relAppSuccessor", "Application", "succeeds", "Application", "is preceded by"],
  [41, "relITCSuccessor", "ITComponent", "succeeds", "ITComponent", "is preceded by"],
  [42, "relInitiativeSuccessor", "Initiative", "succeeds", "Initiative", "is preceded by"],
  [43, "relPlatformSuccessor", "Platform", "succeeds", "Platform", "is preceded by"],
  [44, "relProcessSuccessor", "BusinessProcess", "succeeds", "BusinessProcess", "is preceded by"],
  [45, "relInterfaceSuccessor", "Interface", "succeeds", "Interface", "is preceded by"],
  [46, "relDataObjectSuccessor", "DataObject", "succeeds", "DataObject", "is preceded by"],
];
