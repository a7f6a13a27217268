/** Categories of vendors, and the terms by which a vendor and its products are placed in one. */
import { folded } from "./words";

/** Category → beginnings of words that point to it; names of vendors stand behind the bar. */
const table: Readonly<Record<string, string>> = {
  "Payment Provider": "payment checkout acquir card-processing wallet | adyen stripe paypal worldpay klarna mollie",
  "Cloud Hosting & Infrastructure":
    "cloud hosting iaas paas virtual-machine kubernetes container compute datacenter | aws amazon azure gcp hetzner ovh vmware digitalocean",
  "E-Commerce & CRM":
    "crm ecommerce e-commerce shop storefront customer-relation sales loyalty | salesforce shopify hubspot magento",
  "ERP & Finance":
    "erp accounting ledger financ billing invoic controlling | sap oracle netsuite infor sage datev unit4",
  "Supply Chain & Logistics":
    "supply logistic transport freight shipment warehouse fleet | kinaxis descartes manhattan project44",
  "Collaboration & Productivity":
    "collaborat office mail messag chat meeting productiv wiki | microsoft slack zoom atlassian notion asana miro",
  "Security & Identity":
    "security identity authenti authoriz iam firewall secret vault antivirus | okta crowdstrike cyberark paloalto",
  "DevOps & Developer Tools":
    "devops developer build pipeline ci source-code repository deploy git artifact ide | github gitlab jenkins jetbrains jfrog",
  "Analytics & BI":
    "analytic bi dashboard business-intelligence reporting data-warehouse visuali | tableau qlik looker microstrategy",
  "AI & Machine Learning":
    "ai machine-learning llm neural model-serving chatbot gpt | openai anthropic nvidia huggingface datarobot",
  "API & Integration Middleware":
    "api integration middleware esb message-broker event-stream etl gateway | mulesoft kong tibco boomi apigee confluent",
  "Database & Storage":
    "database sql storage backup object-store cache nosql | mongodb redis postgresql mariadb netapp snowflake cockroach",
  "HR & Workforce":
    "hr human-resource payroll recruit talent workforce time-tracking learning | workday personio successfactors adp",
  "IoT & OT": "iot sensor plc scada edge-device telemetry-device | siemens ptc thingworx",
  "Network & Connectivity":
    "network router switch vpn wan sd-wan load-balanc dns cdn telecom | cisco juniper f5 cloudflare akamai",
  "Search Engine": "search index full-text | elastic algolia solr opensearch",
  "Logging Solution": "logging log-management syslog | graylog fluentd splunk loggly",
  "Monitoring Solution":
    "monitor observab metric tracing apm alert | datadog dynatrace grafana prometheus newrelic zabbix",
  "CMS Solution": "cms content-management web-content publishing | wordpress contentful drupal typo3 adobe sitecore",
  "Banking & Core Banking": "bank core-banking deposit loan mortgage | temenos finastra mambu avaloq",
  "Trading & Capital Markets": "trading securities order-book capital-market stock | bloomberg murex calypso",
  "Risk & Compliance": "risk complian audit grc regulator policy-management | archer metricstream onetrust",
  "Insurance & Actuarial": "insur actuar claims underwriting | guidewire duckcreek",
  "Wealth & Asset Management": "wealth portfolio-management asset-management fund | simcorp aladdin",
  "Treasury & Cash Management": "treasury cash liquidity | kyriba",
  "Healthcare IT & EMR": "emr ehr hospital patient clinic-information | epic cerner",
  "Clinical & Research": "clinical trial laborator lims research | medidata labvantage",
  "Pharma & Drug Development": "pharma drug pharmacovigil | veeva iqvia",
  "Medical Devices & IoMT": "medical-device imaging pacs | philips medtronic",
  "Genomics & Bioinformatics": "genom bioinformat sequenc | illumina",
  "Telehealth & Digital Health": "telehealth telemedic remote-care | teladoc",
  "Healthcare Analytics": "health-analytic population-health | healthcatalyst",
  "Energy Trading & ETRM": "etrm energy-trading | openlink allegro",
  "Smart Grid & Metering": "smart-grid metering meter-data | landis itron",
  "Renewable Energy Systems": "renewable wind solar photovoltaic | vestas",
  "Oil & Gas Operations": "oil gas drilling refinery | schlumberger halliburton",
  "Utilities CIS & Billing": "utility-billing customer-information-system water-supply | gentrack",
  "Manufacturing Execution (MES)": "mes manufactur shop-floor production-plan assembly | rockwell wonderware",
  "Quality Management (QMS)": "qms quality inspection nonconform | mastercontrol",
  "Product Lifecycle (PLM)": "plm cad product-lifecycle engineering-design | dassault autodesk",
  "Maintenance & Asset (EAM)": "eam maintenance asset-tracking spare-part | maximo ifs",
  "Document Management": "document dms scan archive e-signature | opentext docusign docuware",
  "Marketing Automation": "marketing campaign newsletter advert | marketo mailchimp",
  "Legal & Contract Management": "legal contract clause litigat | icertis",
  "Sustainability & ESG": "sustainab esg carbon emission | sphera",
};

/** The category of what fits no other. */
export const OTHER = "Other";

/** All categories. */
export const vendorCategories: readonly string[] = [...Object.keys(table), OTHER];

type Category = { category: string; terms: string[]; vendors: Set<string> };

const categories: readonly Category[] = Object.entries(table).map(([category, text]) => {
  const [terms = "", vendors = ""] = text.split("|");
  return {
    category,
    terms: terms
      .trim()
      .split(/\s+/)
      .map((term) => ` ${term.replaceAll("-", " ")}`),
    vendors: new Set(vendors.trim().split(/\s+/)),
  };
});

/** Says what is known of a vendor: texts, with how much each counts. */
export type VendorTexts = readonly { text: string; weight: number; what: string }[];

/** The category in which a vendor is placed, and the reason. */
export type Placement = { category: string; reasoning: string };

/** Says how much the name of a known vendor counts. */
const KNOWN = 4;

/** Returns words of a text parted by single spaces, with one before the first. */
const spaced = (text: string) => ` ${(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")}`;

/** Returns the category whose terms the texts of a vendor have most of. */
export function placeVendor(name: string, texts: VendorTexts): Placement {
  const words = new Set(spaced(name).trim().split(" "));
  const read = texts.map(({ text, weight, what }) => ({ text: spaced(text), weight, what }));
  let best = { score: 0, placement: { category: OTHER, reasoning: "Nothing known of it points to a category." } };
  for (const { category, terms, vendors } of categories) {
    const isKnown = [...words].some((word) => vendors.has(word));
    const hits = terms.flatMap((term) =>
      read.filter(({ text }) => text.includes(term)).map(({ weight, what }) => ({ term: term.trim(), weight, what })),
    );
    const score = (isKnown ? KNOWN : 0) + hits.reduce((sum, { weight }) => sum + weight, 0);
    if (score <= best.score) continue;
    const found = hits.slice(0, 3).map(({ term, what }) => `“${term}” in ${what}`);
    const reasons = [...(isKnown ? ["the vendor is known for it"] : []), ...found];
    best = { score, placement: { category, reasoning: `Placed by its terms: ${reasons.join(", ")}.` } };
  }
  return best.placement;
}
