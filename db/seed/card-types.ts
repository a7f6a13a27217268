/** The built-in card types. */
import type { Field, FieldType } from "../schema/metamodel";
import { option, type SeedOption } from "./option";
import { translated } from "./translations";

export type SeedCardType = {
  key: string;
  label: string;
  description: string;
  category: string;
  icon: string;
  color: string;
  has_hierarchy: boolean;
  has_successors: boolean;
  subtypes: [key: string, label: string][];
  /** Keys of the parts that people may have in cards of the type; see `stakeholderRoles`. */
  roles: string[];
  sections: [name: string, fields: Field[]][];
};

/** Returns a field of a card type, with its label in every language and its weight in the data quality. */
const field = (key: string, label: string, type: FieldType, weight: number, more: Partial<Field> = {}): Field => ({
  key,
  label,
  type,
  weight,
  translations: translated(label),
  ...more,
});

/** Returns a field whose value is one of some options. */
const select = (key: string, label: string, weight: number, options: SeedOption[], more: Partial<Field> = {}): Field =>
  field(key, label, "single_select", weight, {
    options: options.map((entry) => ({ ...option(entry), translations: translated(entry[1], key) })),
    ...more,
  });

const TECHNICAL_SUITABILITY: SeedOption[] = [
  ["fullyAppropriate", "Fully Appropriate", "#2e7d32"],
  ["adequate", "Adequate", "#66bb6a"],
  ["unreasonable", "Unreasonable", "#f57c00"],
  ["inappropriate", "Inappropriate", "#d32f2f"],
];

const FIVE_LEVELS: SeedOption[] = [
  ["initial", "1 - Initial", "#d32f2f"],
  ["managed", "2 - Managed", "#ff9800"],
  ["defined", "3 - Defined", "#fbc02d"],
  ["measured", "4 - Measured", "#66bb6a"],
  ["optimized", "5 - Optimized", "#2e7d32"],
];

/** In the order in which they are shown. */
export const cardTypes: SeedCardType[] = [
  {
    key: "Objective",
    label: "Objective",
    description:
      "What the organisation wants to reach, and by when; initiatives and capabilities are measured against it.",
    category: "Strategy & Transformation",
    icon: "flag",
    color: "#c7527d",
    has_hierarchy: false,
    has_successors: false,
    subtypes: [],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Objective Information",
        [
          select("objectiveType", "Objective Type", 1, [
            ["strategic", "Strategic"],
            ["tactical", "Tactical"],
            ["operational", "Operational"],
          ]),
          field("targetDate", "Target Date", "date", 1),
          field("progress", "Progress (%)", "number", 1),
        ],
      ],
    ],
  },
  {
    key: "Platform",
    label: "Platform",
    description: "A foundation that other things are built on, bundling applications and technology under one name.",
    category: "Strategy & Transformation",
    icon: "layers",
    color: "#027446",
    has_hierarchy: false,
    has_successors: true,
    subtypes: [
      ["digital", "Digital"],
      ["technical", "Technical"],
    ],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Platform Information",
        [
          select("platformType", "Platform Type", 1, [
            ["digital", "Digital", "#1976d2"],
            ["technical", "Technical", "#607d8b"],
          ]),
        ],
      ],
    ],
  },
  {
    key: "Initiative",
    label: "Initiative",
    description: "A piece of change with a beginning and an end: an idea, a programme, a project or an epic.",
    category: "Strategy & Transformation",
    icon: "rocket_launch",
    color: "#33cc58",
    has_hierarchy: true,
    has_successors: true,
    subtypes: [
      ["idea", "Idea"],
      ["program", "Program"],
      ["project", "Project"],
      ["epic", "Epic"],
    ],
    roles: ["responsible", "it_project_manager", "observer"],
    sections: [
      [
        "Initiative Information",
        [
          select("initiativeStatus", "Status", 2, [
            ["onTrack", "On Track", "#4caf50"],
            ["atRisk", "At Risk", "#ff9800"],
            ["offTrack", "Off Track", "#d32f2f"],
            ["onHold", "On Hold", "#9e9e9e"],
            ["completed", "Completed", "#1976d2"],
          ]),
          select("businessValue", "Business Value", 1, [
            ["high", "High", "#2e7d32"],
            ["medium", "Medium", "#ff9800"],
            ["low", "Low", "#9e9e9e"],
          ]),
          select("effort", "Effort", 1, [
            ["high", "High", "#d32f2f"],
            ["medium", "Medium", "#ff9800"],
            ["low", "Low", "#4caf50"],
          ]),
        ],
      ],
      [
        "Cost & Timeline",
        [
          field("costBudget", "Budget", "cost", 1),
          field("costActual", "Actual Cost", "cost", 0),
          field("startDate", "Start Date", "date", 1),
          field("endDate", "End Date", "date", 1),
        ],
      ],
    ],
  },
  {
    key: "Organization",
    label: "Organization",
    description:
      "A part of the enterprise or somebody it deals with: a unit, a region, a legal entity, a team, a customer.",
    category: "Business Architecture",
    icon: "corporate_fare",
    color: "#2889ff",
    has_hierarchy: true,
    has_successors: false,
    subtypes: [
      ["businessUnit", "Business Unit"],
      ["region", "Region"],
      ["legalEntity", "Legal Entity"],
      ["team", "Team"],
      ["customer", "Customer"],
    ],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Organization Information",
        [field("headCount", "Head Count", "number", 0), field("location", "Location", "text", 0)],
      ],
    ],
  },
  {
    key: "BusinessCapability",
    label: "Business Capability",
    description: "Something the business is able to do, whoever does it and with whatever means; arranged in levels.",
    category: "Business Architecture",
    icon: "account_tree",
    color: "#003399",
    has_hierarchy: true,
    has_successors: false,
    subtypes: [],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Capability Information",
        [
          select(
            "capabilityLevel",
            "Capability Level",
            0,
            [
              ["Macro", "Macro", "#8e24aa"],
              ["L1", "Level 1", "#1565c0"],
              ["L2", "Level 2", "#42a5f5"],
              ["L3", "Level 3", "#90caf9"],
              ["L4", "Level 4", "#bbdefb"],
              ["L5", "Level 5", "#e3f2fd"],
            ],
            { readonly: true },
          ),
          field("isCoreCapability", "Core Capability", "boolean", 0),
        ],
      ],
      [
        "BPM Assessment",
        [
          select("strategicImportance", "Strategic Importance", 1, [
            ["low", "Low", "#9e9e9e"],
            ["medium", "Medium", "#ff9800"],
            ["high", "High", "#1976d2"],
            ["critical", "Critical", "#d32f2f"],
          ]),
          select("maturity", "Capability Maturity", 1, FIVE_LEVELS),
        ],
      ],
    ],
  },
  {
    key: "BusinessContext",
    label: "Business Context",
    description: "A view of the business from the outside in: a value stream, a customer journey, a product.",
    category: "Business Architecture",
    icon: "swap_horiz",
    color: "#fe6690",
    has_hierarchy: true,
    has_successors: false,
    subtypes: [
      ["process", "Process"],
      ["valueStream", "Value Stream"],
      ["customerJourney", "Customer Journey"],
      ["businessProduct", "Business Product"],
      ["esgCapability", "ESG Capability"],
    ],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Business Context Information",
        [
          select("maturity", "Maturity", 1, [
            ["initial", "Initial", "#d32f2f"],
            ["defined", "Defined", "#ff9800"],
            ["managed", "Managed", "#fbc02d"],
            ["optimized", "Optimized", "#4caf50"],
          ]),
        ],
      ],
    ],
  },
  {
    key: "BusinessProcess",
    label: "Business Process",
    description: "A repeatable sequence of work that leads to a result, from a whole category down to a variant.",
    category: "Business Architecture",
    icon: "route",
    color: "#028f00",
    has_hierarchy: true,
    has_successors: true,
    subtypes: [
      ["category", "Process Category"],
      ["group", "Process Group"],
      ["process", "Process"],
      ["variant", "Process Variant"],
    ],
    roles: ["responsible", "process_owner", "observer"],
    sections: [
      [
        "Process Classification",
        [
          select(
            "processType",
            "Process Type",
            2,
            [
              ["core", "Core", "#1976d2"],
              ["support", "Support", "#607d8b"],
              ["management", "Management", "#9c27b0"],
            ],
            { required: true },
          ),
          select("maturity", "Maturity (CMMI)", 2, FIVE_LEVELS),
          select("automationLevel", "Automation Level", 1, [
            ["manual", "Manual", "#d32f2f"],
            ["partiallyAutomated", "Partially Automated", "#ff9800"],
            ["fullyAutomated", "Fully Automated", "#4caf50"],
          ]),
          select("riskLevel", "Risk Level", 1, [
            ["low", "Low", "#4caf50"],
            ["medium", "Medium", "#ff9800"],
            ["high", "High", "#f44336"],
            ["critical", "Critical", "#b71c1c"],
          ]),
        ],
      ],
      [
        "Operational Details",
        [
          select("frequency", "Execution Frequency", 1, [
            ["adHoc", "Ad Hoc"],
            ["daily", "Daily"],
            ["weekly", "Weekly"],
            ["monthly", "Monthly"],
            ["quarterly", "Quarterly"],
            ["yearly", "Yearly"],
            ["continuous", "Continuous"],
          ]),
          field("documentationUrl", "Process Documentation URL", "url", 0),
          field("regulatoryRelevance", "Regulatory Relevance", "boolean", 1),
        ],
      ],
    ],
  },
  {
    key: "Application",
    label: "Application",
    description: "Software that people or other systems use to get business done.",
    category: "Application & Data",
    icon: "apps",
    color: "#0f7eb5",
    has_hierarchy: true,
    has_successors: true,
    subtypes: [
      ["businessApplication", "Business Application"],
      ["microservice", "Microservice"],
      ["aiAgent", "AI Agent"],
      ["deployment", "Deployment"],
    ],
    roles: ["responsible", "observer", "technical_application_owner", "business_application_owner"],
    sections: [
      [
        "Application Information",
        [
          select("hostingType", "Hosting Type", 1, [
            ["onPremise", "On-Premise"],
            ["cloudSaaS", "Cloud (SaaS)"],
            ["cloudPaaS", "Cloud (PaaS)"],
            ["cloudIaaS", "Cloud (IaaS)"],
            ["hybrid", "Hybrid"],
          ]),
          field("commercialApplication", "Commercial Application", "boolean", 0),
          field("hasAiFeatures", "Has AI Features", "boolean", 1),
        ],
      ],
      [
        "Assessment",
        [
          select(
            "businessCriticality",
            "Business Criticality",
            2,
            [
              ["missionCritical", "Mission Critical", "#d32f2f"],
              ["businessCritical", "Business Critical", "#f57c00"],
              ["businessOperational", "Business Operational", "#fbc02d"],
              ["administrativeService", "Administrative", "#9e9e9e"],
            ],
            { required: true },
          ),
          select("functionalSuitability", "Functional Suitability", 2, [
            ["perfect", "Perfect", "#2e7d32"],
            ["appropriate", "Appropriate", "#66bb6a"],
            ["insufficient", "Insufficient", "#f57c00"],
            ["unreasonable", "Unreasonable", "#d32f2f"],
          ]),
          select("technicalSuitability", "Technical Suitability", 2, TECHNICAL_SUITABILITY),
          select(
            "timeModel",
            "TIME Model",
            3,
            [
              ["tolerate", "Tolerate", "#ff9800"],
              ["invest", "Invest", "#4caf50"],
              ["migrate", "Migrate", "#2196f3"],
              ["eliminate", "Eliminate", "#d32f2f"],
            ],
            { required: true },
          ),
        ],
      ],
      [
        "Cost & Ownership",
        [
          field("costTotalAnnual", "Total Annual Cost", "cost", 1),
          field("numberOfUsers", "Number of Users", "number", 0),
          field("productName", "Product Name", "text", 0),
        ],
      ],
    ],
  },
  {
    key: "Interface",
    label: "Interface",
    description: "A connection over which two applications exchange data.",
    category: "Application & Data",
    icon: "sync_alt",
    color: "#02afa4",
    has_hierarchy: false,
    has_successors: true,
    subtypes: [
      ["logicalInterface", "Logical Interface"],
      ["api", "API"],
      ["mcpServer", "MCP Server"],
    ],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Interface Information",
        [
          select("frequency", "Frequency", 1, [
            ["realTime", "Real-Time"],
            ["daily", "Daily"],
            ["weekly", "Weekly"],
            ["monthly", "Monthly"],
            ["onDemand", "On Demand"],
            ["batch", "Batch"],
          ]),
          field("dataFormat", "Data Format", "text", 0),
          field("protocol", "Protocol", "text", 0),
        ],
      ],
    ],
  },
  {
    key: "DataObject",
    label: "Data Object",
    description: "A kind of information that the business keeps and that applications read and write.",
    category: "Application & Data",
    icon: "database",
    color: "#774fcc",
    has_hierarchy: true,
    has_successors: true,
    subtypes: [],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Data Information",
        [
          select("dataSensitivity", "Data Sensitivity", 1, [
            ["public", "Public", "#4caf50"],
            ["internal", "Internal", "#2196f3"],
            ["confidential", "Confidential", "#ff9800"],
            ["restricted", "Restricted", "#d32f2f"],
          ]),
          field("dataOwner", "Data Owner", "text", 0),
          field("isPersonalData", "Contains Personal Data", "boolean", 1),
        ],
      ],
    ],
  },
  {
    key: "ITComponent",
    label: "IT Component",
    description: "Technology that applications depend on: software, hardware, cloud services, models.",
    category: "Technical Architecture",
    icon: "memory",
    color: "#d29270",
    has_hierarchy: true,
    has_successors: true,
    subtypes: [
      ["software", "Software"],
      ["hardware", "Hardware"],
      ["saas", "SaaS"],
      ["paas", "PaaS"],
      ["iaas", "IaaS"],
      ["service", "Service"],
      ["aiModel", "AI Model"],
    ],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Component Information",
        [
          select("technicalSuitability", "Technical Suitability", 2, TECHNICAL_SUITABILITY),
          select("resourceClassification", "Resource Classification", 2, [
            ["standard", "Standard", "#4caf50"],
            ["phaseIn", "Phase In", "#2196f3"],
            ["tolerated", "Tolerated", "#ff9800"],
            ["phaseOut", "Phase Out", "#f44336"],
            ["declined", "Declined", "#9e9e9e"],
          ]),
          field("version", "Version", "text", 0),
          field("hasAiFeatures", "Has AI Features", "boolean", 1),
        ],
      ],
      [
        "Cost",
        [field("costTotalAnnual", "Total Annual Cost", "cost", 1), field("licenseType", "License Type", "text", 0)],
      ],
    ],
  },
  {
    key: "TechCategory",
    label: "Tech Category",
    description: "A class of technology, to sort IT components by what they are for.",
    category: "Technical Architecture",
    icon: "category",
    color: "#a6566d",
    has_hierarchy: true,
    has_successors: false,
    subtypes: [],
    roles: ["responsible", "observer"],
    sections: [],
  },
  {
    key: "Provider",
    label: "Provider",
    description: "Who supplies an application or a component: a vendor, a partner or a department of one's own.",
    category: "Technical Architecture",
    icon: "storefront",
    color: "#ffa31f",
    has_hierarchy: false,
    has_successors: false,
    subtypes: [],
    roles: ["responsible", "observer"],
    sections: [
      [
        "Provider Information",
        [
          select("providerType", "Provider Type", 1, [
            ["vendor", "Vendor"],
            ["partner", "Partner"],
            ["internalProvider", "Internal Provider"],
          ]),
          field("website", "Website", "text", 0),
          field("contractEnd", "Contract End Date", "date", 0),
        ],
      ],
    ],
  },
];
