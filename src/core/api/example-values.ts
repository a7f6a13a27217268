/**
 * The values that examples have in fields, by their names: one organisation that sells and invoices, its application Billing, and
 * the people who look after it. A field whose name misleads states `examples` in its schema.
 */

/** Name of a field → its value, where the schema allows it. */
const values: Readonly<Record<string, unknown>> = {
  // Cards and the metamodel.
  name: "Billing",
  card_name: "Billing",
  application_name: "Billing",
  description: "Invoices what was ordered, and collects what is due",
  type: "Application",
  card_type: "Application",
  card_type_key: "Application",
  type_key: "Application",
  source_type: "Application",
  source_type_key: "Application",
  target_type: "ITComponent",
  target_type_key: "ITComponent",
  other_type_key: "ITComponent",
  related_type: "ITComponent",
  related_name: "PostgreSQL",
  subtype: "businessApplication",
  parent_name: "Finance",
  relation_type: "relAppToITC",
  relation_type_key: "relAppToITC",
  label: "Application",
  type_label: "Application",
  reverse_label: "is used by",
  icon: "apps",
  category: "Business",
  field_key: "costTotalAnnual",
  target_field_key: "costTotalAnnual",
  option_key: "missionCritical",
  section: "Costs",
  formula: "price * quantity",
  external_id: "APP-0042",
  alias: "INV",
  path: "Finance / Billing",
  attributes: { costTotalAnnual: 120000, businessCriticality: "missionCritical" },
  lifecycle: { active: "2024-01-01", endOfLife: "2029-12-31" },
  phase: "active",
  // People.
  display_name: "Ann Example",
  user_display_name: "Ann Example",
  creator_name: "Ann Example",
  created_by_name: "Ann Example",
  owner_name: "Ann Example",
  assignee_name: "Ann Example",
  actor_name: "Ann Example",
  email: "ann@stoa.example",
  user_email: "ann@stoa.example",
  owner_email: "ann@stoa.example",
  password: "a long sentence that only Ann knows",
  current_password: "the sentence before it",
  role: "member",
  role_key: "responsible",
  role_label: "Responsible",
  locale: "en",
  // Texts.
  title: "Replace the invoicing of paper",
  content: "Who looks after this one since January?",
  message: "Please look at the costs of your applications",
  notes: "Agreed in the review of March",
  comment: "Complete, and as agreed",
  reason: "The costs are missing",
  summary: "On time, and within its budget",
  context: "Invoices are sent on paper and cost 2 each",
  decision: "Invoices are sent as files",
  consequences: "Customers without e-mail are asked for an address",
  alternatives_considered: "Another printing service",
  rationale: "Fewer systems cost less",
  implications: "New applications use the shared platform",
  requirement: "Personal data are deleted when they are no longer needed",
  mitigation: "A second supplier is under contract",
  error: "The source has not answered",
  error_message: "The source has not answered",
  // References, keys and addresses.
  key: "businessCriticality",
  slug: "applications",
  color: "#1976d2",
  role_color: "#1976d2",
  reference: "ADR-007",
  reference_number: "ADR-007",
  url: "https://wiki.stoa.example/billing",
  link: "/cards/billing",
  instance_url: "https://service.stoa.example",
  login_help_link: "https://wiki.stoa.example/login",
  smtp_from: "noreply@stoa.example",
  schedule: "0 3 * * 1-5",
  mime_type: "application/pdf",
  filename: "billing.pdf",
  size: 48213,
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl",
  access_token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl",
  token_type: "bearer",
  event_type: "card.updated",
  currency: "EUR",
  date_format: "DD.MM.YYYY",
  app_title: "Stoa",
  engine: "local",
  version: "0.2.0",
  bpmn_xml: '<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
  bpmn_element_id: "Task_1",
  element_type: "userTask",
  lane_name: "Accounting",
  eol_product: "postgresql",
  eol_cycle: "16",
  cycle: "16",
  product: "postgresql",
  vendor: "Example Ltd.",
  vendor_name: "Example Ltd.",
  code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  // Numbers.
  total: 1,
  count: 1,
  page: 1,
  page_size: 50,
  year: 2026,
  amount: 25000,
  position: 1,
  sort_order: 1,
  data_quality: 80,
};

/** Texts for other fields, by the ends of their names. */
const endings: readonly [ending: RegExp, value: unknown][] = [
  [/(^|_)(url|uri|endpoint|domain)$/, "https://stoa.example"],
  [/_(name|names)$/, "Billing"],
  [/(^|_)color$/, "#1976d2"],
  [/(^|_)key$/, "businessCriticality"],
  [/(_date|Date|_at)$/, "2026-03-31"],
];

/** Format → a value of it. Ids are the same for fields of the same name. */
const formats: Readonly<Record<string, (name: string) => unknown>> = {
  uuid: (name) => idOf(name),
  email: () => "ann@stoa.example",
  date: () => "2026-03-31",
  "date-time": () => "2026-03-31T08:30:00.000Z",
  uri: () => "https://stoa.example",
};

/** Returns the id in fields of a name, in the form of a random UUID. */
function idOf(name: string): string {
  const hex = new Bun.CryptoHasher("md5").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns the values for a field, likeliest first.
 * @param name the field's; of an entry, that of its list
 * @param format of its schema
 */
export function likelyValues(name: string, format: string | undefined): unknown[] {
  const formatted = format === undefined ? undefined : formats[format]?.(name);
  const ending = /(^|_)ids?$/.test(name) ? idOf(name) : endings.find(([pattern]) => pattern.test(name))?.[1];
  return [values[name], formatted, ending].filter((value) => value !== undefined);
}
