/**
 * The projects of six of the demo landscape's initiatives. Times are in months from the month of loading; the sums
 * of the budget and cost lines are those of the initiatives themselves.
 */

import type { Person } from "./people";

type Health = "onTrack" | "atRisk" | "offTrack";

/** A project of the landscape; it is an initiative of that name. */
export type DemoProject = {
  initiative: string;
  /** The person who reports on it and maintains its plan. */
  manager: Person;
  /** Month, health of schedule, cost and scope, summary, next steps. */
  reports: [month: number, schedule: Health, cost: Health, scope: Health, summary: string, nextSteps: string][];
  /** Year from the year of loading, category, amount. */
  budget: [year: number, category: "capex" | "opex", amount: number][];
  /** Description, category, month, amount. */
  costs: [description: string, category: "capex" | "opex", month: number, actual: number][];
  /** Title, probability, impact, mitigation. */
  risks: [title: string, probability: number, impact: number, mitigation: string][];
  /** Its work breakdown structure, as `planOf` reads it. */
  plan: string;
  /** Items that wait for another one. */
  waiting: [predecessor: string, successor: string][];
};

export const projects: readonly DemoProject[] = [
  {
    initiative: "ERP Renewal",
    manager: "tomas",
    reports: [
      [
        -6,
        "onTrack",
        "onTrack",
        "onTrack",
        "Three companies are mapped to the new processes.",
        "Contract for the rest.",
      ],
      [-3, "onTrack", "atRisk", "onTrack", "The licences cost more than planned.", "Decide on the smaller edition."],
      [
        0,
        "atRisk",
        "atRisk",
        "onTrack",
        "Saltby is late, and takes people from purchasing.",
        "Move purchasing by a quarter.",
      ],
    ],
    budget: [
      [-1, "capex", 2_400_000],
      [0, "capex", 2_600_000],
      [0, "opex", 700_000],
      [1, "capex", 1_500_000],
    ],
    costs: [
      ["Licences of the first year", "opex", -12, 620_000],
      ["Implementation partner, first stage", "capex", -8, 1_250_000],
      ["Implementation partner, second stage", "capex", -2, 640_000],
      ["Training of key users", "opex", -1, 140_000],
    ],
    risks: [
      [
        "Support of the old system ends before the last company has moved",
        3,
        5,
        "An extension for one year is priced.",
      ],
      ["Key users are needed in the plants at harvest", 4, 3, "No go-live between August and October."],
      ["Interfaces are found that nobody has listed", 3, 3, "Traffic is recorded for a month before each move."],
    ],
    plan: `
      Programme
        Ground rules
          - Agree on one process for each subject; done; -15 -12 @priya
          - Decide what may differ by country; done; -13 -11 @ines
        Companies
          - Plan the order of the companies; done; -11 -10
          - Rehearse the first weekend; in_progress; -2 1 @helen
        Ending the old system
          - List what reads from it; in_progress; -1 3 @anselm
          - Archive its documents; todo; 8 14 @anselm
        ! Last company on the new system; 24
        ! Old system switched off; 29`,
    waiting: [["Ground rules", "Companies"]],
  },
  {
    initiative: "Finance Core",
    manager: "tomas",
    reports: [
      [-4, "atRisk", "onTrack", "onTrack", "The ledger is set up; the tests of taxes are behind.", "Two testers more."],
      [-2, "onTrack", "onTrack", "onTrack", "Taxes are tested. Two closes were rehearsed.", "Third rehearsal."],
      [0, "onTrack", "onTrack", "onTrack", "Three rehearsals, the last one in four days.", "Ask for the go-live."],
    ],
    budget: [
      [-1, "capex", 900_000],
      [-1, "opex", 150_000],
      [0, "capex", 1_100_000],
      [0, "opex", 250_000],
    ],
    costs: [
      ["Set-up of the ledger", "capex", -9, 780_000],
      ["Migration of open items", "capex", -4, 610_000],
      ["Testing", "opex", -3, 210_000],
      ["Training", "opex", -1, 180_000],
    ],
    risks: [
      ["The first close takes longer than the banks allow", 2, 5, "The old ledger stays readable for two months."],
      ["Open items don't balance after migration", 3, 4, "Every rehearsal ends with a reconciliation."],
      ["Auditors object to the new approvals", 2, 3, "They have seen the design in spring."],
    ],
    plan: `
      Ledger
        Set-up
          - Chart of accounts; done; -10 -8
          - Periods and currencies; done; -9 -8
        Migration
          - Open items; done; -6 -4
          - Rehearse the close three times; done; -4 0 @helen
      Going live
        - Train the accountants; in_progress; -1 1
        - Close the first month; todo; 2 3
      ! First month closed; 3`,
    waiting: [["Set-up", "Migration"]],
  },
  {
    initiative: "Saltby into the Group",
    manager: "tomas",
    reports: [
      [-5, "onTrack", "onTrack", "atRisk", "Stock in tubs fits no unit of the group.", "Decide on a second unit."],
      [-2, "offTrack", "onTrack", "atRisk", "The go-live was postponed for the second time.", "Count the stock again."],
      [
        0,
        "offTrack",
        "atRisk",
        "atRisk",
        "The count differs from the books by four per cent.",
        "Stay a month in parallel.",
      ],
    ],
    budget: [
      [-1, "capex", 250_000],
      [0, "capex", 400_000],
      [0, "opex", 150_000],
      [1, "opex", 100_000],
    ],
    costs: [
      ["Mapping of the books", "capex", -7, 240_000],
      ["Counting of stock, twice", "opex", -2, 90_000],
      ["Scales for the cold store", "capex", -1, 130_000],
      ["Consultants in parallel operation", "capex", 0, 150_000],
    ],
    risks: [
      ["The count of the stock can't be explained", 4, 4, "Scales at the doors of the cold store."],
      ["The plant's controller leaves in summer", 3, 4, "A second person is being trained."],
      ["Parallel operation tires people out", 4, 2, "One month at most."],
    ],
    plan: `
      Books of Saltby
        Units
          - Decide on tubs and kilograms; done; -6 -5
          - Convert the stock; blocked; -4 0 @marc
        Count
          - Count in spring; done; -3 -3
          - Count again with scales; in_progress; -1 0 @marc
      Parallel month
        - Close in both systems; todo; 1 2
        - Explain the differences; todo; 2 2 @helen
      ! Saltby in the books of the group; 3`,
    waiting: [["Units", "Count"]],
  },
  {
    initiative: "MES for Orrin",
    manager: "marc",
    reports: [
      [-3, "onTrack", "onTrack", "onTrack", "Line one sends its batches.", "Line two before the harvest."],
      [
        0,
        "onTrack",
        "onTrack",
        "atRisk",
        "Line two runs; the smokehouse wants recipes of its own.",
        "Bound the recipes.",
      ],
    ],
    budget: [
      [-1, "capex", 300_000],
      [0, "capex", 550_000],
      [0, "opex", 100_000],
      [1, "capex", 150_000],
    ],
    costs: [
      ["Terminals on the lines", "capex", -6, 160_000],
      ["Connection of the controllers", "capex", -4, 130_000],
      ["Licences", "opex", -3, 60_000],
      ["Shifts for tests at night", "opex", -1, 40_000],
    ],
    risks: [
      ["The harvest begins before line three is ready", 3, 4, "Line three can wait for the next winter."],
      ["Controllers of the smokehouse are too old to be read", 3, 3, "A gateway was tried out."],
    ],
    plan: `
      Lines
        Line one
          - Terminals; done; -8 -7
          - First batches; done; -6 -5
        Line two
          - Terminals; done; -4 -3
          - Batches of a whole week; in_progress; -1 1 @mara
      Smokehouse
        - Recipes; todo; 2 5 @mara
      ! Harvest without the batch recorder; 8`,
    waiting: [["Line one", "Line two"]],
  },
  {
    initiative: "Meal Box",
    manager: "jonas",
    reports: [
      [
        -3,
        "onTrack",
        "onTrack",
        "atRisk",
        "Boxes can be ordered; pausing was left out.",
        "An epic of its own for pausing.",
      ],
      [
        0,
        "onTrack",
        "atRisk",
        "atRisk",
        "One in five customers leaves after the second box.",
        "Pause before the autumn.",
      ],
    ],
    budget: [
      [-1, "capex", 180_000],
      [0, "capex", 160_000],
      [0, "opex", 120_000],
      [1, "opex", 60_000],
    ],
    costs: [
      ["Design of the box", "capex", -14, 70_000],
      ["Development of the subscription", "capex", -6, 150_000],
      ["Campaign of the launch", "opex", -3, 60_000],
      ["Support in the evening", "opex", -1, 30_000],
    ],
    risks: [
      ["Customers leave faster than others come", 4, 4, "Interviews with those who have left."],
      ["Boxes stand in the sun", 2, 4, "Insulation for the weeks above 25 degrees."],
    ],
    plan: `
      Box
        Kitchen
          - Twelve recipes; done; -14 -10
          - Recipes for a second season; in_progress; -1 2 @mara
        Delivery
          - Contract with the carrier; done; -9 -8
      Subscription
        - Order and pay; done; -8 -4
        - Keep customers after the second box; in_progress; -2 3
      ! Thousandth subscriber; 2`,
    waiting: [],
  },
  {
    initiative: "Recall in Two Hours",
    manager: "mara",
    reports: [
      [-4, "onTrack", "onTrack", "onTrack", "Lots and pallets are found from one search.", "Deliveries next."],
      [
        0,
        "onTrack",
        "onTrack",
        "onTrack",
        "An exercise took three hours and ten minutes.",
        "Messages that are ready before.",
      ],
    ],
    budget: [
      [-1, "capex", 160_000],
      [-1, "opex", 40_000],
      [0, "capex", 200_000],
      [1, "opex", 80_000],
    ],
    costs: [
      ["Search over lots and pallets", "capex", -10, 150_000],
      ["Connection of deliveries", "capex", -3, 105_000],
      ["Exercises", "opex", -1, 40_000],
    ],
    risks: [
      ["Deliveries by partners are not in the search", 3, 4, "Their files are read every night."],
      ["Nobody may send the message on a Sunday", 2, 5, "Two people are on call."],
    ],
    plan: `
      Search
        Lots and pallets
          - Read the labels of all plants; done; -14 -9
        Deliveries
          - Our own lorries; done; -6 -3 @jonas
          - Partners; in_progress; -2 3 @jonas
      Messages
        - Texts for shops and authorities; in_progress; -1 1 @jonas
        - Exercise with a clock; todo; 4 4
      ! Recalled in two hours; 5`,
    waiting: [],
  },
];
