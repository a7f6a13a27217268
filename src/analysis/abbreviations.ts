/** Abbreviations and acronyms of the field, and what they stand for. */

const pairsIn = (text: string): Record<string, readonly string[]> =>
  Object.fromEntries(
    text.split("|").map((pair) => {
      const [short = "", ...long] = pair.trim().split(/\s+/);
      return [short, long];
    }),
  );

/** Abbreviation → the word that it stands for. */
const abbreviations = pairsIn(
  `acct account|admin administration|app application|apps applications|auth authentication|cfg configuration|comm communication|
   comms communications|config configuration|corp corporate|cust customer|db database|dept department|dev development|
   dist distribution|doc document|docs documents|env environment|fin finance|gw gateway|info information|int integration|
   intl international|inv inventory|js javascript|k8s kubernetes|lib library|mfg manufacturing|mgmt management|mgr manager|
   mgt management|mktg marketing|mon monitoring|msg messaging|ops operations|org organization|pg postgresql|
   postgres postgresql|proc processing|prod production|proj project|pur purchasing|repo repository|rpt reporting|
   sched scheduling|sec security|srv server|std standard|svc service|svcs services|sys system|tech technology|
   trans transport|wh warehouse|whse warehouse`,
);

/** Acronym → the words that it stands for. */
const acronyms = pairsIn(
  `aml anti money laundering|aps advanced planning scheduling|ats applicant tracking|bcm business continuity management|
   bcp business continuity planning|bi business intelligence|bpm business process management|bss business support|
   cad computer aided design|cafm computer aided facility management|cam computer aided manufacturing|
   ccm customer communication management|cdp customer data platform|clm contract lifecycle management|
   cmdb configuration management database|cmms computerized maintenance management|cms content management|
   cpq configure price quote|crm customer relationship management|dam digital asset management|dlp data loss prevention|
   dms document management|dwh data warehouse|eam enterprise asset management|ecm enterprise content management|
   edi electronic data interchange|edw enterprise data warehouse|ehr electronic health record|elearning e learning|
   emr electronic medical record|epm enterprise performance management|erp enterprise resource planning|
   esb enterprise service bus|ess employee self service|etl extract transform load|etrm energy trading risk management|
   fsm field service management|gis geographic information|grc governance risk compliance|hcm human capital management|
   hr human resources|hris human resources information|hrm human resources management|hrms human resources management|
   iam identity access management|idm identity management|ilm information lifecycle management|
   itam it asset management|itsm it service management|ivr interactive voice response|kms knowledge management|
   lims laboratory information management|lis laboratory information|lms learning management|
   mdm master data management|mes manufacturing execution|mrp material requirements planning|mss manager self service|
   nms network management|oms order management|oss operations support|pam privileged access management|
   pdm product data management|pim product information management|plm product lifecycle management|pms property management|
   pmo project management office|pos point sale|ppm project portfolio management|qms quality management|
   rms risk management|rpa robotic process automation|sam software asset management|scm supply chain management|
   siem security information event management|soc security operations center|srm supplier relationship management|
   sso single sign on|tms transport management|vms vendor management|wcm web content management|
   wfm workforce management|wms warehouse management|ytd year date`,
);

/** Words of whole expressions that are left out of what an acronym stands for, so that both are read alike. */
const small = new Set(["and", "of", "to", "for", "the", "on"]);

/** Returns words with abbreviations and acronyms written out. */
export const writtenOut = (words: readonly string[]): string[] =>
  words
    .flatMap((word) => acronyms[word] ?? abbreviations[word] ?? word)
    .map((word) => (word === "transportation" ? "transport" : word));

/** Returns words without those that only join others. */
export const withoutSmallWords = (words: readonly string[]): string[] => words.filter((word) => !small.has(word));
