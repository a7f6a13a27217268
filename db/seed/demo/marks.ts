/**
 * The marks that the demo landscape's cards get after their creation: tags, stakeholders, approvals; and the
 * principles.
 */
import type { Choice, Person } from "./people";

type DemoTag = { name: string; color: string; on: Choice };
type DemoTagGroup = {
  name: string;
  description: string;
  mode: "multi" | "single";
  types: string[] | null;
  tags: DemoTag[];
};

export const tagGroups: DemoTagGroup[] = [
  {
    name: "Domain",
    description: "Which part of the business a card belongs to; it may be more than one.",
    mode: "multi",
    types: null,
    tags: [
      {
        name: "Plants",
        color: "#e65100",
        on: {
          Application:
            "Manufacturing Execution; MES Eastmoor; MES Saltby; MES Orrin; Orrin Batch Recorder; Line Scheduler; Maintenance Manager; Plant Historian; Visual Inspection; Energy Monitor",
          ITComponent:
            "Line Controllers; Plant Server Eastmoor; Plant Server Saltby; Orrin Control Cabinets; Line Cameras",
          Initiative: "Connected Plants; MES for Orrin; Sensors for Eastmoor; Seeing Bones",
          Platform: "Plant Data Platform",
        },
      },
      {
        name: "Cold Chain",
        color: "#0277bd",
        on: {
          Application: "Warehouse Control; Transport Planner; Driver App; Cold-Chain Monitor; Yard Booking",
          ITComponent: "Cold-Store Probes; Lorry Telematics Boxes",
          BusinessProcess: "Deliver; Deliver to the Customer",
          Interface: "Temperature Readings; Tours; Proofs of Delivery",
        },
      },
      {
        name: "Food Safety",
        color: "#2e7d32",
        on: {
          Application:
            "Recipe Lab; Label Designer; Laboratory System; Food Safety Manager; Trace Explorer; Document Control",
          BusinessCapability: "Quality and Food Safety; Label and Allergen Declaration",
          BusinessProcess: "Approve a Label; Release a Batch; Recall a Product; Qualify a Supplier; Audit a Plant",
          Initiative: "Recall in Two Hours; Seeing Bones",
        },
      },
      {
        name: "Commerce",
        color: "#6a1b9a",
        on: {
          Application:
            "Order Hub; Customer CRM; Promotion Planner; Call Desk; Web Shop; Subscription Service; Menu Adviser; Old Web Shop",
          Initiative: "Direct to Households; New Web Shop; Meal Box; Menu Adviser Trial",
          Platform: "Digital Commerce Platform",
        },
      },
      {
        name: "Finance",
        color: "#37474f",
        on: {
          Application:
            "Group ERP; Cloud ERP; Saltby Accounting; Consolidation; Treasury Workbench; Invoice Reader; Product Costing Workbook",
          Initiative: "ERP Renewal; Finance Core; Saltby into the Group",
          BusinessProcess: "Approve an Invoice; Pay Suppliers; Close the Month",
        },
      },
    ],
  },
  {
    name: "Obligation",
    description: "Rules from outside that whoever changes a card has to know of.",
    mode: "multi",
    types: ["Application", "DataObject", "BusinessProcess", "Interface"],
    tags: [
      {
        name: "Personal Data",
        color: "#c62828",
        on: {
          Application:
            "Customer CRM; Web Shop; Subscription Service; Menu Adviser; People Suite; Payroll; Time Clock; Call Desk",
          DataObject: "Customer; Household; Employee; Grower Contract",
          Interface: "Web Orders; People and Places; Working Hours",
        },
      },
      {
        name: "Food Law",
        color: "#558b2f",
        on: {
          Application: "Label Designer; Laboratory System; Food Safety Manager; Trace Explorer; Cold-Chain Monitor",
          DataObject: "Label; Lot; Temperature Record; Laboratory Result",
          BusinessProcess: "Approve a Label; Release a Batch; Recall a Product; Deliver to the Customer",
        },
      },
      {
        name: "Books and Taxes",
        color: "#4e342e",
        on: {
          Application: "Group ERP; Cloud ERP; Saltby Accounting; Consolidation; Old Web Shop",
          DataObject: "Invoice; Ledger Entry",
          BusinessProcess: "Close the Month; Approve an Invoice",
        },
      },
    ],
  },
  {
    name: "Back after a Failure",
    description: "How soon it has to run again.",
    mode: "single",
    types: ["Application", "ITComponent"],
    tags: [
      {
        name: "Within the Hour",
        color: "#b71c1c",
        on: {
          Application:
            "Manufacturing Execution; Warehouse Control; Order Hub; Cold-Chain Monitor; Web Shop; Integration Hub; Identity Portal",
          ITComponent: "Managed Network; Message Queue Service; Directory Service; Line Controllers",
        },
      },
      {
        name: "Within the Day",
        color: "#ef6c00",
        on: {
          Application:
            "Group ERP; Transport Planner; Driver App; Laboratory System; Trace Explorer; Payroll; Customer CRM; Call Desk",
          ITComponent: "Managed PostgreSQL; Corvane Database; Container Service",
        },
      },
      {
        name: "Within the Week",
        color: "#f9a825",
        on: { Application: "Consolidation; Analytics Warehouse; Learning Portal; Expense Claims; Document Control" },
      },
    ],
  },
];

/** Key of a stakeholder role → the cards in which the demo administrator has it. */
export const parts: Record<string, Choice> = {
  responsible: {
    Organization: "Enterprise Architecture; Business Applications; Group IT",
    Provider: "Group IT Workshop; Nimbarrow Cloud",
    ITComponent: "Gateway for Interfaces; Message Queue Service; Container Service",
    Interface: "Stock Levels; Product Master",
    TechCategory: "Messaging and Interfaces; Runtimes and Containers",
    DataObject: "Product",
    Application: "Integration Hub; Order Hub; Web Shop; Identity Portal; Trace Explorer; Analytics Warehouse",
    Platform: "Integration Platform; Digital Commerce Platform; Analytics Platform",
    BusinessCapability: "Integration; Master Data; Information and Technology",
    Initiative: "Out of the Cellar; Figures by Morning",
    Objective: "No plant system past its end of life",
  },
  technical_application_owner: { Application: "Integration Hub; Order Hub; Trace Explorer" },
  business_application_owner: { Application: "Integration Hub" },
  it_project_manager: { Initiative: "Out of the Cellar" },
  process_owner: { BusinessProcess: "Handle an Incident" },
  observer: {
    Application: "Group ERP; Cloud ERP; Orrin Batch Recorder; Saltby Accounting",
    Initiative: "ERP Renewal; Connected Plants",
  },
};

export const approved: Choice = {
  Objective:
    "Recall any lot within two hours; A tenth of revenue from households; One set of books for all companies; Figures that are a day old at most",
  Organization:
    "Merrowdale Foods Group; Merrowdale Production Ltd; Merrowdale Cold Logistics Ltd; Group IT; Sales and Marketing",
  BusinessCapability:
    "Strategy and Governance; Product Innovation; Procurement and Supply; Manufacturing; Quality and Food Safety; Cold-Chain Logistics; Sales and Customers; Finance; People; Information and Technology; Recipe Management; Production Planning; Production Execution; Traceability and Recall; Warehousing; Transport; Order Management; Digital Commerce; Accounting",
  BusinessContext: "Idea to Shelf; Farm to Freezer; Order to Cash",
  BusinessProcess:
    "Produce a Batch; Release a Batch; Formulate a Recipe; Pay Wages; Put Pallets Away; Take a Grocer's Order",
  Application:
    "Recipe Lab; Laboratory System; Food Safety Manager; Manufacturing Execution; MES Eastmoor; Warehouse Control; Transport Planner; Driver App; Cold-Chain Monitor; Order Hub; Customer CRM; Web Shop; Checkout Service; People Suite; Payroll; Integration Hub; Identity Portal; Analytics Warehouse; Demand Planner; Treasury Workbench",
  Interface: "Grocer Orders; Web Orders; Recipes to Plants; Product Master; Stock Levels",
  DataObject: "Product; Recipe; Lot; Customer; Household; Sales Order; Employee",
  ITComponent:
    "Cloud Region North; Container Service; Managed PostgreSQL; Message Queue Service; Directory Service; Linux",
  Platform: "Integration Platform; Digital Commerce Platform",
  Provider: "Nimbarrow Cloud; Corvane Business Software; Tessarine Automation",
  Initiative: "Finance Core; New Web Shop; MES for Orrin; Recall in Two Hours",
};

export const rejected: Choice = {
  Application: "Product Costing Workbook; Whiteboard Tool",
  Initiative: "Electric Tours in Town",
};

/** Cards that were approved and then described anew, so that their approval is broken: when, by whom, the description now. */
export const changedSince: [day: number, by: Person, type: string, name: string, description: string][] = [
  [
    1,
    "tomas",
    "Application",
    "Group ERP",
    "Books, purchasing, stock and orders of all companies but Saltby. Grown by nine hundred changes of its own; its vendor supports it for two and a half more years, the last of them at twice the price.",
  ],
  [
    3,
    "ines",
    "Initiative",
    "ERP Renewal",
    "Moves every company from Group ERP and Saltby Accounting to Cloud ERP before support ends. Purchasing waits until finance runs.",
  ],
  [
    20,
    "mara",
    "BusinessProcess",
    "Approve a Label",
    "Two people read every allergen against the recipe. Still on paper; from next year in Recipe Lab.",
  ],
  [
    66,
    "anselm",
    "ITComponent",
    "Data Centre Merrowdale",
    "The cellar under the head office: two rows and one generator. The water above is gone since spring.",
  ],
];

export const principles = [
  {
    title: "Buy what is common, write what is ours",
    description: "Standard software serves what every company does; our own is for recipes, cold chain and customers.",
    rationale: "Nine hundred changes to an ERP have cost more than they have brought.",
    implications: "A change to a product needs a reason that a competitor would not have.",
  },
  {
    title: "One record for each thing",
    description: "A product, customer or supplier is kept in one place, and everybody else asks there.",
    rationale: "In a recall every contradiction between two lists costs an hour.",
    implications: "Each data object has an application that creates it, and an owner with a name.",
  },
  {
    title: "A plant runs when the line to it is cut",
    description: "What a line needs to go on for two shifts stands in the plant.",
    rationale: "Food that waits is waste.",
    implications: "Plant systems are planned with a local part; the cloud gets copies.",
  },
  {
    title: "Interfaces go through the hub",
    description: "Applications talk to each other over the integration platform, never from database to database.",
    rationale: "Old night jobs are read by things that nobody remembers.",
    implications: "A new interface is described before it is built.",
  },
  {
    title: "Leave before the end of life",
    description: "What its vendor will give up gets a successor while there is time to choose one.",
    rationale: "A system that can't be mended stops the plant on its own day, not on ours.",
    implications: "Lifecycle dates are kept for every application and component, and looked at each quarter.",
  },
];
