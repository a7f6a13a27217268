/** The people of the demo company who work with the landscape, and what they have a part in. */

/** Card type → names of cards, between semicolons. */
export type Choice = Record<string, string>;

/** A person of the demo; `joined` and `seen` are days before the loading. */
export type DemoPerson = { name: string; email: string; role: string; joined: number; seen: number };

/** A role of the company's own: an architect, who may do what members do and what shapes the landscape. */
export const architect = {
  key: "architect",
  label: "Enterprise Architect",
  description: "Works on the landscape as members do, and on its surveys and portals.",
  color: "#5e35b1",
  /** The permissions that a member doesn't have. */
  more: ["surveys.manage", "web_portals.manage"],
} as const;

export const people = {
  ines: { name: "Ines Calloway", email: "ines.calloway@merrowdale.example", role: "architect", joined: 738, seen: 1 },
  tomas: { name: "Tomas Brandt", email: "tomas.brandt@merrowdale.example", role: "member", joined: 731, seen: 1 },
  priya: { name: "Priya Nair", email: "priya.nair@merrowdale.example", role: "bpm_admin", joined: 731, seen: 2 },
  marc: { name: "Marc Oduya", email: "marc.oduya@merrowdale.example", role: "member", joined: 724, seen: 3 },
  jonas: { name: "Jonas Sandström", email: "jonas.sandstrom@merrowdale.example", role: "member", joined: 717, seen: 1 },
  mara: { name: "Mara Okafor", email: "mara.okafor@merrowdale.example", role: "member", joined: 710, seen: 2 },
  anselm: { name: "Anselm Reyne", email: "anselm.reyne@merrowdale.example", role: "member", joined: 731, seen: 4 },
  helen: { name: "Helen Storr", email: "helen.storr@merrowdale.example", role: "viewer", joined: 500, seen: 12 },
} as const satisfies Record<string, DemoPerson>;

/** The key of a person. */
export type Person = keyof typeof people;

/** Person → key of a stakeholder role → the cards in which they have it. */
export const partsOfPeople: Record<Person, Record<string, Choice>> = {
  ines: {
    responsible: {
      Application: "Master Data Hub; Reporting Mart; Demand Planner; Intranet",
      BusinessCapability: "Strategy and Governance; Product Innovation; Recipe Management",
      Objective: "Figures that are a day old at most",
      Initiative: "One Record for Each Product; Closing the Reporting Mart",
      BusinessContext: "Idea to Shelf",
    },
    observer: { Application: "Group ERP; Cloud ERP; Web Shop", Initiative: "ERP Renewal; Out of the Cellar" },
  },
  tomas: {
    responsible: {
      Application:
        "Cloud ERP; Saltby Accounting; Consolidation; Treasury Workbench; Invoice Reader; Expense Claims; Grower Contracts",
      BusinessCapability: "Finance; Accounting; Procurement and Supply",
      DataObject: "Invoice; Ledger Entry; Supplier",
      Objective: "One set of books for all companies",
      Organization: "Finance and Procurement; Accounting",
      Provider: "Corvane Business Software; Bramblegate Consulting",
      Initiative: "Finance Core; Saltby into the Group",
    },
    business_application_owner: { Application: "Group ERP; Cloud ERP; Saltby Accounting" },
    it_project_manager: { Initiative: "Finance Core; Purchasing in the Cloud" },
    process_owner: { BusinessProcess: "Close the Month; Pay Suppliers" },
  },
  priya: {
    responsible: {
      Application: "People Suite; Payroll; Time Clock; Learning Portal",
      BusinessProcess: "Develop Products; Make Products; Deliver; Sell; Manage Quality; Support the Business",
      BusinessContext: "Order to Cash; Source to Pay",
      Organization: "People and Culture",
    },
    process_owner: { BusinessProcess: "Approve an Invoice; Hire Somebody; Take a Web Order; Pay Wages" },
  },
  marc: {
    responsible: {
      Application:
        "Manufacturing Execution; MES Eastmoor; MES Saltby; MES Orrin; Orrin Batch Recorder; Line Scheduler; Maintenance Manager; Plant Historian; Visual Inspection; Energy Monitor",
      BusinessCapability: "Manufacturing; Production Planning; Production Execution",
      ITComponent:
        "Line Controllers; Plant Server Eastmoor; Plant Server Saltby; Orrin Control Cabinets; Line Cameras; Sensor Gateways",
      Platform: "Plant Data Platform",
      Initiative: "Connected Plants; MES for Orrin; Sensors for Eastmoor; Seeing Bones",
      Organization: "Plant IT",
      Provider: "Tessarine Automation",
    },
    technical_application_owner: { Application: "Manufacturing Execution; Plant Historian; Visual Inspection" },
    it_project_manager: { Initiative: "MES for Orrin; Seeing Bones" },
  },
  jonas: {
    responsible: {
      Application:
        "Customer CRM; Promotion Planner; Call Desk; Subscription Service; Menu Adviser; Checkout Service; Old Web Shop; Warehouse Control; Transport Planner; Driver App",
      BusinessCapability: "Sales and Customers; Digital Commerce; Order Management; Cold-Chain Logistics",
      DataObject: "Customer; Household; Sales Order",
      Objective: "A tenth of revenue from households",
      Initiative: "Direct to Households; New Web Shop; Meal Box",
      Organization: "Sales and Marketing; Direct to Consumer",
      Provider: "Veltrigo Payments; Silverfen Logistics Software",
    },
    business_application_owner: { Application: "Web Shop; Order Hub; Customer CRM" },
    it_project_manager: { Initiative: "Meal Box; Menu Adviser Trial" },
  },
  mara: {
    responsible: {
      Application: "Recipe Lab; Label Designer; Laboratory System; Food Safety Manager; Document Control",
      BusinessCapability: "Quality and Food Safety; Traceability and Recall",
      DataObject: "Label; Lot; Laboratory Result; Recipe",
      Objective: "Recall any lot within two hours",
      Initiative: "Recall in Two Hours",
      Organization: "Food Safety",
      Provider: "Thornmere Quality Systems",
    },
    business_application_owner: { Application: "Trace Explorer; Recipe Lab; Cold-Chain Monitor" },
    it_project_manager: { Initiative: "Recall in Two Hours" },
    process_owner: { BusinessProcess: "Approve a Label; Release a Batch; Recall a Product" },
    observer: { Application: "Visual Inspection; Customer CRM; People Suite" },
  },
  anselm: {
    responsible: {
      Application: "Service Desk; Cold-Chain Monitor",
      ITComponent:
        "Cloud Region North; Data Centre Merrowdale; Virtualisation Cluster; Corvane Database; PostgreSQL; Managed PostgreSQL; Linux; JVM Runtime; Node Runtime; Managed Network; Directory Service; Remote Access Gateway",
      Platform: "Workplace; Old Message Broker",
      TechCategory: "Hosting; Security; Operating Systems",
      Initiative: "Access by Application",
      Organization: "Infrastructure and Security",
      Provider: "Oakhollow Networks",
    },
    technical_application_owner: { Application: "Group ERP; Identity Portal; Web Shop" },
    observer: { Initiative: "Out of the Cellar" },
  },
  helen: {
    observer: {
      Application: "Group ERP; Cloud ERP; Saltby Accounting; Consolidation",
      Initiative: "ERP Renewal; Finance Core; Saltby into the Group",
    },
  },
};
