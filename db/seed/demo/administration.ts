/** The portals that the demo company has set up, and its field with a formula. Days are counted back from the day of loading. */

/** The portals: slug, name, card type and what of it everybody may see. */
export const portals = [
  {
    day: 300,
    name: "Applications of Merrowdale",
    slug: "merrowdale-applications",
    description: "What we run, for everybody who works with us.",
    card_type: "Application",
    filters: { approval_statuses: ["APPROVED"] },
  },
  {
    day: 120,
    name: "How we work",
    slug: "merrowdale-processes",
    description: "Our processes, from an idea to the customer's freezer.",
    card_type: "BusinessProcess",
    filters: {},
  },
] as const;

/** A field that the company has added, and the formula that fills it. */
export const calculation = {
  day: 440,
  field: { key: "costPerUser", label: "Cost per User", type: "cost", weight: 0 },
  type: "Application",
  section: "Cost & Ownership",
  name: "Cost per user",
  description: "What an application costs for each who uses it, in a year.",
  formula:
    "ROUND(data.costTotalAnnual / data.numberOfUsers, 0) if data.numberOfUsers and data.costTotalAnnual else None",
} as const;
