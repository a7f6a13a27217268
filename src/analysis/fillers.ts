/** Words that say what kind of thing is named, and not which. */

/** Kinds of software; two names with two of them mean two things. */
const kinds = new Set(
  "bi bpm cad cms crm dam dms ecm ehr ehs emr eam erp etl fsm grc hcm hris itsm lims lms mes oms pam pim plm ppm qms rpa siem sso tms wms".split(
    " ",
  ),
);

/** Words next to the name of a known product that make nothing else of it. */
const productFillers = new Set(
  `app application applications apps business by classic client com dashboard database db edition engine enterprise environment
   for framework hosted installation instance io lab labs legacy license licence new next ng of old online platform pro rdbms release
   saas service services software solution solutions standard subscription suite system systems the tool tools v version web
   website wiki workplace`.split(/\s+/),
);

/** Words at the end of a name that make no other product of it. */
const atTheEnd = new Set(
  "app application applications platform software solution solutions suite system systems tool tools".split(" "),
);

/** Texts that stand where somebody has given no name. */
const placeholders = new Set(
  "na none noname null nil tbc tbd todo unbekannt undefined unknown unnamed untitled xx xxx".split(" "),
);

export const isProductFiller = (word: string): boolean => productFillers.has(word) || kinds.has(word);
export const isKind = (word: string): boolean => kinds.has(word);
export const isFillerAtTheEnd = (word: string): boolean => atTheEnd.has(word);
export const isPlaceholder = (compact: string): boolean => placeholders.has(compact);
