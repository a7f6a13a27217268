/** The built-in regulations, resource types and stakeholder roles. */

export type SeedRegulation = { key: string; label: string; description: string };

/** The description is the scope of a compliance scan. */
export const regulations: SeedRegulation[] = [
  {
    key: "eu_ai_act",
    label: "EU AI Act (Regulation (EU) 2024/1689)",
    description:
      "Rules for systems that use artificial intelligence in the European Union, by risk: forbidden practices, duties for high-risk systems (risk management, data governance, technical documentation, logging, human oversight, accuracy and robustness), transparency towards people, and duties for general-purpose models.",
  },
  {
    key: "gdpr",
    label: "GDPR (Regulation (EU) 2016/679)",
    description:
      "Protection of personal data in the European Union: a lawful basis for each processing, as little data as the purpose needs, rights of the people concerned, contracts with processors, transfers to third countries, records of processing, impact assessments, security and notice of breaches.",
  },
  {
    key: "nis2",
    label: "NIS2 Directive (Directive (EU) 2022/2555)",
    description:
      "Cybersecurity of essential and important entities in the European Union: risk management, handling and reporting of incidents, continuity and crisis plans, security of the supply chain, access control, encryption, training, and the accountability of management.",
  },
  {
    key: "dora",
    label: "DORA (Regulation (EU) 2022/2554)",
    description:
      "Digital operational resilience of the financial sector in the European Union: a framework for ICT risk, classification and reporting of incidents, resilience testing, a register of ICT third parties with exit strategies, and concentration risk.",
  },
  {
    key: "soc2",
    label: "SOC 2 (Trust Services Criteria)",
    description:
      "Controls of service organisations against the trust services criteria: security, availability, processing integrity, confidentiality and privacy, with evidence of access management, change management, monitoring and response to incidents.",
  },
  {
    key: "iso27001",
    label: "ISO/IEC 27001:2022",
    description:
      "An information security management system: scope, risk assessment and treatment, a statement of applicability, and organisational, people, physical and technological controls such as access, cryptography, supplier relations, backup and logging.",
  },
];

export type SeedResourceType = [kind: "link_type" | "file_category", key: string, label: string, icon?: string];

/** Within a kind, in the order in which they are shown. */
export const resourceTypes: SeedResourceType[] = [
  ["link_type", "documentation", "Documentation", "menu_book"],
  ["link_type", "contract", "Contract", "contract"],
  ["link_type", "security", "Security", "shield"],
  ["link_type", "compliance", "Compliance", "verified"],
  ["link_type", "architecture", "Architecture", "architecture"],
  ["link_type", "operations", "Operations", "settings"],
  ["link_type", "support", "Support", "support_agent"],
  ["link_type", "other", "Other", "link"],
  ["file_category", "architecture", "Architecture"],
  ["file_category", "security", "Security"],
  ["file_category", "compliance", "Compliance"],
  ["file_category", "operations", "Operations"],
  ["file_category", "meeting_notes", "Meeting Notes"],
  ["file_category", "design", "Design"],
  ["file_category", "other", "Other"],
];

/** The permissions that all stakeholder roles of editors have. */
const works = [
  "card.view",
  "card.edit",
  "card.manage_relations",
  "card.manage_documents",
  "card.create_comments",
  "card.manage_adr_links",
  "card.manage_diagram_links",
];

/** Key of a stakeholder role → its name, and its permissions on the card. */
export const stakeholderRoles: Record<string, { label: string; grants: string[] }> = {
  responsible: {
    label: "Responsible",
    grants: [
      ...works,
      "card.archive",
      "card.approval_status",
      "card.manage_stakeholders",
      "card.manage_comments",
      "card.bpm_edit",
      "card.bpm_manage_drafts",
    ],
  },
  observer: { label: "Observer", grants: ["card.view", "card.create_comments"] },
  process_owner: {
    label: "Process Owner",
    grants: [
      ...works,
      "card.approval_status",
      "card.manage_stakeholders",
      "card.bpm_edit",
      "card.bpm_manage_drafts",
      "card.bpm_approve",
    ],
  },
  technical_application_owner: { label: "Technical Application Owner", grants: works },
  business_application_owner: { label: "Business Application Owner", grants: works },
  it_project_manager: {
    label: "IT Project Manager",
    grants: [...works, "card.approval_status", "card.manage_stakeholders"],
  },
};
