/**
 * The risks that the demo company fears, its decision records, and its statements of work, all from before the
 * loading.
 */
import type { CATEGORIES, IMPACTS, PROBABILITIES, RECURRENCE_UNITS } from "../../schema/risks";
import type { Choice, Person } from "./people";

type Probability = (typeof PROBABILITIES)[number];
type Impact = (typeof IMPACTS)[number];

/** A risk of the register. Months are counted from today, days back from it. */
export type DemoRisk = {
  day: number;
  by: Person;
  /** The owner; the administrator when left out. */
  owner?: Person;
  title: string;
  description: string;
  category: (typeof CATEGORIES)[number];
  initial: [Probability, Impact];
  /** The risk that is left once the tasks are done; a risk without it is only identified. */
  residual?: [Probability, Impact];
  month?: number;
  on: Choice;
  tasks?: readonly [title: string, month: number, unit?: (typeof RECURRENCE_UNITS)[number]][];
};

export const risks: readonly DemoRisk[] = [
  {
    day: 445,
    by: "marc",
    owner: "marc",
    title: "The batch recorder stops in the harvest",
    description: "Two cabinets without fixes or spare parts record every batch in Orrin; a harvest lasts seven weeks.",
    category: "operational",
    initial: ["high", "critical"],
    residual: ["low", "high"],
    month: 9,
    on: { Application: "Orrin Batch Recorder; MES Orrin" },
    tasks: [
      ["Keep a third cabinet ready, and rehearse the change", 1],
      ["Read the records back from a backup", 2, "months"],
    ],
  },
  {
    day: 428,
    by: "mara",
    owner: "mara",
    title: "A recall takes a day",
    description: "Lots of Saltby and Orrin are looked up by telephone, and customers expect an answer in two hours.",
    category: "compliance",
    initial: ["medium", "critical"],
    residual: ["low", "medium"],
    month: 6,
    on: { Application: "Trace Explorer", BusinessProcess: "Recall a Product" },
    tasks: [["Rehearse a recall with a lot of Saltby", 1, "months"]],
  },
  {
    day: 390,
    by: "tomas",
    owner: "tomas",
    title: "Nobody can change the grower contracts",
    description: "The program was written by somebody who has retired, and prices change before each sowing.",
    category: "operational",
    initial: ["high", "medium"],
    on: { Application: "Grower Contracts" },
  },
  {
    day: 345,
    by: "tomas",
    title: "Saltby's books are lost with their server",
    description: "A product past its end of life, on a machine under a desk.",
    category: "security",
    initial: ["medium", "high"],
    residual: ["low", "high"],
    month: 3,
    on: { Application: "Saltby Accounting" },
    tasks: [["Copy the books to the data centre every night", 0.5]],
  },
  {
    day: 302,
    by: "mara",
    title: "A label misses an allergen",
    description: "Two people compare labels with recipes on paper.",
    category: "compliance",
    initial: ["low", "critical"],
    residual: ["low", "critical"],
    month: 4,
    on: { Application: "Label Designer; Recipe Lab", BusinessProcess: "Approve a Label" },
    tasks: [["Compare labels and recipes by machine, and show differences", 4]],
  },
  {
    day: 262,
    by: "anselm",
    owner: "jonas",
    title: "The old shop is broken into",
    description: "It stands on a server system without fixes, and some kitchens still order there.",
    category: "security",
    initial: ["high", "high"],
    on: { Application: "Old Web Shop" },
  },
  {
    day: 214,
    by: "tomas",
    title: "Group ERP loses its support before the last company has left",
    description: "The vendor supports it for two more years; five companies are still to move.",
    category: "operational",
    initial: ["medium", "high"],
    residual: ["low", "high"],
    month: 18,
    on: { Application: "Group ERP; Cloud ERP", Initiative: "ERP Renewal" },
    tasks: [["Negotiate a third year for what is left", 5]],
  },
  {
    day: 136,
    by: "marc",
    owner: "marc",
    title: "Cameras reject good trays",
    description: "The model was trained on one line's light.",
    category: "operational",
    initial: ["medium", "low"],
    on: { Application: "Visual Inspection", Initiative: "Seeing Bones" },
  },
  {
    day: 72,
    by: "marc",
    title: "Two programs for maintenance, two stocks of parts",
    description: "The fish plant has brought its own; parts are bought twice, and missing all the same.",
    category: "operational",
    initial: ["high", "low"],
    residual: ["low", "low"],
    month: 12,
    on: { Application: "Maintenance Manager; Saltby Maintenance Mgr." },
    tasks: [["Count the parts of both plants, and join their lists", 6]],
  },
];

/** The signatures that a document was asked for, each with the day when it was given; one without a day is still missing. */
export type DemoReview = { day: number; signers: readonly (readonly [who: Person | "administrator", day?: number])[] };

/** A decision record; its texts are plain paragraphs. A draft has no review. */
export type DemoDecision = {
  day: number;
  by: Person;
  review?: DemoReview;
  title: string;
  context: string;
  decision: string;
  consequences: string;
  alternatives: string;
  on: Choice;
};

export const decisions: readonly DemoDecision[] = [
  {
    day: 604,
    by: "ines",
    review: { day: 7, signers: [["tomas", 5], ["administrator"]] },
    title: "The new ERP is used as it comes",
    context:
      "Group ERP has nine hundred changes of our own, and no release was installed for six years because of them.",
    decision:
      "Cloud ERP is not changed. Where a process doesn't fit, the process changes, or its owner proves the loss.",
    consequences: "Releases arrive four times a year. Some habits end.",
    alternatives: "Carry the hundred most used changes over: they would keep us where we are.",
    on: { Application: "Cloud ERP; Group ERP" },
  },
  {
    day: 575,
    by: "ines",
    review: {
      day: 572,
      signers: [
        ["anselm", 570],
        ["jonas", 567],
      ],
    },
    title: "Systems meet at the integration hub",
    context: "Files, mails and direct calls connect a third of the systems, and nobody sees when one fails.",
    decision: "New connections go through the integration hub; old ones move when one of their ends is touched.",
    consequences: "One place to look. The hub becomes critical and gets a second site.",
    alternatives: "An event platform for everything: too much for messages that come twice a day.",
    on: { Application: "Integration Hub" },
  },
  {
    day: 470,
    by: "marc",
    review: {
      day: 468,
      signers: [
        ["mara", 466],
        ["ines", 461],
      ],
    },
    title: "One execution system in all plants",
    context: "Eastmoor and Saltby have the same product, Orrin two cabinets.",
    decision: "Orrin gets the product of the others after its harvest.",
    consequences: "Recipes, traces and training are the same everywhere.",
    alternatives: "Repair the batch recorder once more.",
    on: { Application: "Manufacturing Execution; MES Orrin; Orrin Batch Recorder" },
  },
  {
    day: 383,
    by: "anselm",
    review: {
      day: 380,
      signers: [
        ["ines", 379],
        ["priya", 374],
      ],
    },
    title: "Everybody logs in once",
    context: "Each system has passwords of its own, and who leaves keeps some of them.",
    decision: "Applications that people use ask the identity portal; exceptions end with the contract.",
    consequences: "Leaving takes a minute. The portal must never be down.",
    alternatives: "A password manager for all.",
    on: { Application: "Identity Portal" },
  },
  {
    day: 290,
    by: "jonas",
    review: {
      day: 288,
      signers: [
        ["ines", 285],
        ["tomas", 284],
      ],
    },
    title: "Meals are sold to households in a shop of our own",
    context: "Marketplaces take a fifth of the price and keep the customer.",
    decision: "Web Shop is built on services that we can replace one by one.",
    consequences: "A team for the shop stays after the project.",
    alternatives: "A marketplace; a finished shop product.",
    on: { Application: "Web Shop; Checkout Service; Order Hub" },
  },
  {
    day: 196,
    by: "ines",
    review: { day: 10, signers: [["tomas", 9], ["priya"]] },
    title: "Figures come from the warehouse, not from copies",
    context: "The reporting mart copies tables at night, and no two reports agree.",
    decision: "Reports read the analytics warehouse; the mart closes.",
    consequences: "Forty reports are rebuilt, sixty are not missed.",
    alternatives: "A second mart with rules.",
    on: { Application: "Analytics Warehouse; Reporting Mart" },
  },
  {
    day: 40,
    by: "marc",
    title: "Plants can work for a day without the data centre",
    context: "A digger cut the line of Orrin for eleven hours.",
    decision: "What a line needs to run lies in its plant, and catches up afterwards.",
    consequences: "Servers in three plants, and drills each quarter.",
    alternatives: "A second line to each plant.",
    on: { Application: "MES Eastmoor; MES Saltby; MES Orrin" },
  },
];

/** A statement of architecture work: its initiative, and the paragraphs of its sections. */
export type DemoStatement = {
  day: number;
  by: Person;
  review?: DemoReview;
  name: string;
  initiative: string;
  sections: Record<string, string>;
};

export const statements: readonly DemoStatement[] = [
  {
    day: 55,
    by: "ines",
    name: "Architecture work for the ERP renewal",
    initiative: "ERP Renewal",
    sections: {
      "1.1": "Group ERP ends in two years. Seven companies, nine hundred changes, four hundred connections.",
      "1.2": "Finance first, purchasing next, stock last. Saltby comes with purchasing.",
      "4.1": "Target architecture of finance and purchasing, and a plan of what is switched off when.",
    },
  },
  {
    day: 410,
    by: "ines",
    review: {
      day: 407,
      signers: [
        ["mara", 405],
        ["jonas", 402],
      ],
    },
    name: "Architecture work for a recall in two hours",
    initiative: "Recall in Two Hours",
    sections: {
      "1.1": "Customers ask for two hours; the last rehearsal took nine.",
      "1.2": "Lots, pallets and deliveries of all plants; messages to customers. No change of execution systems.",
    },
  },
  {
    day: 230,
    by: "marc",
    review: { day: 13, signers: [["mara", 11], ["ines"]] },
    name: "Architecture work for the execution system in Orrin",
    initiative: "MES for Orrin",
    sections: {
      "1.1": "The cabinets of Orrin have no fixes, and the harvest doesn't wait.",
      "1.2": "Recording, weighing and traces of both lines; not the freezing tunnel.",
    },
  },
];
