/** The compliance of the demo landscape: findings about some of its cards, and decisions about them. */
import type { complianceFindings } from "../../schema/compliance";

type Finding = typeof complianceFindings.$inferInsert;

/** A finding of the landscape; `card` is the type and name of a card, null for the whole landscape. */
export type DemoFinding = Pick<Finding, "regulation" | "category" | "requirement" | "status" | "severity"> & {
  article: string;
  card: [type: string, name: string] | null;
  decision: NonNullable<Finding["decision"]>;
  gap: string;
  remediation?: string;
  note?: string;
  ai?: true;
};

export const findings: readonly DemoFinding[] = [
  {
    ...{ regulation: "eu_ai_act", article: "Art. 6", card: ["Application", "Visual Inspection"] },
    ...{ category: "high_risk_classification", severity: "high", status: "non_compliant", decision: "new", ai: true },
    requirement: "Systems that are safety components of products are classified as high-risk.",
    gap: "The cameras decide which trays are shipped, and nobody has classified them.",
    remediation: "Classify the system together with food safety, and record the reasons.",
  },
  {
    ...{ regulation: "eu_ai_act", article: "Art. 13", card: null },
    ...{ category: "transparency", severity: "medium", status: "partial", decision: "in_review" },
    requirement: "Whoever works with a system can tell what its answers rest on.",
    gap: "Planners see forecasts without their confidence.",
    remediation: "Show the range beside each forecast.",
  },
  {
    ...{ regulation: "gdpr", article: "Art. 30", card: ["Application", "Call Desk"] },
    ...{ category: "records_of_processing", severity: "high", status: "non_compliant", decision: "new" },
    requirement: "The records of processing name purpose, people and deadlines.",
    gap: "Recordings of calls are in no record.",
    remediation: "Add the recordings, with a deadline for their deletion.",
  },
  {
    ...{ regulation: "gdpr", article: "Art. 32", card: ["Application", "People Suite"] },
    ...{ category: "security_of_processing", severity: "medium", status: "compliant", decision: "mitigated" },
    requirement: "Personal data is encrypted, and access to it is reviewed.",
    gap: "",
    note: "Access was reviewed with the people department.",
  },
  {
    ...{ regulation: "gdpr", article: "Art. 35", card: null },
    ...{ category: "dpia", severity: "low", status: "not_applicable", decision: "accepted" },
    requirement: "Processing that is likely to harm people is assessed beforehand.",
    gap: "",
    note: "No processing of this kind is planned this year.",
  },
  {
    ...{ regulation: "nis2", article: "Art. 21", card: ["ITComponent", "Remote Access Gateway"] },
    ...{ category: "security_measures", severity: "critical", status: "non_compliant", decision: "new" },
    requirement: "Access from outside needs a second factor, and its devices get security fixes.",
    gap: "The gateway accepts passwords alone, and its last fix is two years old.",
    remediation: "Replace the gateway, or take it off the network.",
  },
  {
    ...{ regulation: "nis2", article: "Art. 23", card: null },
    ...{ category: "incident_reporting", severity: "low", status: "not_applicable", decision: "not_applicable" },
    requirement: "Significant incidents are reported within a day.",
    gap: "",
    note: "The parent reports for the group.",
  },
  {
    ...{ regulation: "dora", article: "Art. 6", card: ["ITComponent", "Managed PostgreSQL"] },
    ...{ category: "ict_risk_management", severity: "high", status: "partial", decision: "new" },
    requirement: "The framework for ICT risk covers every platform that critical functions rest on.",
    gap: "A restore has never been tried with the whole of the data.",
    remediation: "Try a restore twice a year.",
  },
  {
    ...{ regulation: "dora", article: "Art. 28", card: ["ITComponent", "Log and Metric Service"] },
    ...{ category: "third_party_risk", severity: "medium", status: "review_needed", decision: "in_review" },
    requirement: "Contracts with providers of ICT services name exit and audit.",
    gap: "The contract is being looked for.",
  },
  {
    ...{ regulation: "soc2", article: "CC6.1", card: ["Application", "Identity Portal"] },
    ...{ category: "access_controls", severity: "medium", status: "partial", decision: "new" },
    requirement: "Access is granted by role and withdrawn with the role.",
    gap: "Three plants still grant access by hand.",
    remediation: "Connect the plants to the portal.",
  },
  {
    ...{ regulation: "soc2", article: "CC7.2", card: null },
    ...{ category: "monitoring", severity: "info", status: "compliant", decision: "verified" },
    requirement: "Systems are monitored for what is out of the ordinary.",
    gap: "",
    note: "Seen during the last audit.",
  },
  {
    ...{ regulation: "iso27001", article: "A.5.23", card: ["ITComponent", "Cloud Region North"] },
    ...{ category: "information_security_for_cloud_services", severity: "high" },
    ...{ status: "non_compliant", decision: "new" },
    requirement: "The use of cloud services, and leaving them, is governed.",
    gap: "There is no plan for leaving the region.",
    remediation: "Write down how, and in what time, the group could move.",
  },
];
