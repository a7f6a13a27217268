/** The figures by which states of the landscape are compared, as the reports have them. */
import { phases, where } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import { oneDecimal } from "../../platform/rounding";
import { metamodel } from "../metamodel";
import { APPLICATION, BUSINESS_CAPABILITY } from "./card-types";
import { countsBy, figuresByPhase } from "./dashboards/dashboard";
import { overallQuality } from "./data-quality";
import { endOfLifeSummary } from "./eol";
import { costFieldsOf, finite, sumOf } from "./fields";
import { linkedPairs } from "./links";
import { activeCards, numbersOf } from "./population";
import { columnOf, fragment } from "./rows";

/** A figure: its name, what it is of where there are several of the name, and its value. */
export type Figure = { figure: string; of: string | null; value: number };

/** Returns a figure. @param of what it is of where there are several of the name */
export const figure = (name: string, value: number, of: string | null = null): Figure => ({ figure: name, of, value });

/** Returns how many active cards there are of each type that has any. */
const cards = () => Object.entries(countsBy("type")).map(([type, count]) => figure("cards", count, type));

/** Returns how many active applications are in each phase of their life. */
function applications(): Figure[] {
  const counts = new Map(figuresByPhase(activeCards(APPLICATION)).map(([phase, count]) => [phase ?? "none", count]));
  return [...phases, "none"].map((phase) => figure("applications_in_phase", counts.get(phase) ?? 0, phase));
}

/** Returns the sum of all costs of the active cards of each type that has any, for who may see costs. */
function costs(actor: Actor): Figure[] {
  if (!may(actor, "costs.view")) return [];
  const types = [...metamodel().cardTypes.keys()].filter((type) => costFieldsOf(type).length > 0);
  return types.flatMap((type) => {
    const sum = sumOf(costFieldsOf(type));
    const [total = 0] = columnOf<number | null>(
      fragment(`SELECT sum(${sum.sql}) FROM cards c WHERE c.status = 'ACTIVE' AND c.type = ?`, ...sum.values, type),
    );
    return total === null ? [] : [figure("costs", finite(total), type)];
  });
}

/** Returns how many active capabilities there are, and how many an active application supports. */
export function coverage(): Figure[] {
  const capabilities = numbersOf(activeCards(BUSINESS_CAPABILITY));
  const pairs = linkedPairs(capabilities, numbersOf(activeCards(APPLICATION)));
  const supported = new Set(pairs.map(([capability]) => capability)).size;
  const total = columnOf<number>(capabilities).length;
  return [
    figure("capabilities", total),
    figure("capabilities_supported", supported),
    figure("capability_coverage", total === 0 ? 0 : oneDecimal((100 * supported) / total)),
  ];
}

/** Returns how complete the data are. */
export function quality(): Figure[] {
  const { overall_data_quality, with_lifecycle, orphaned } = overallQuality([where("c.status = 'ACTIVE'")]);
  return [
    figure("data_quality", overall_data_quality),
    figure("with_lifecycle", with_lifecycle),
    figure("without_relations", orphaned),
  ];
}

/** Returns what is out of support or will be, and the applications on it. */
export function endOfLife(actor: Actor): Figure[] {
  const { eol, approaching, impacted_apps, approaching_impacted_apps } = endOfLifeSummary(actor);
  return [
    figure("out_of_support", eol),
    figure("support_ends_soon", approaching),
    figure("applications_at_risk", impacted_apps),
    figure("applications_at_risk_soon", approaching_impacted_apps),
  ];
}

function relations(actor: Actor): Figure[] {
  if (!may(actor, "relations.view")) return [];
  return [figure("relations", columnOf<number>(fragment("SELECT count(*) FROM relations"))[0] ?? 0)];
}

/** Returns the figures of the whole landscape, without those that the actor may not see. */
export const landscapeFigures = (actor: Actor): Figure[] => [
  ...cards(),
  ...applications(),
  ...costs(actor),
  ...quality(),
  ...coverage(),
  ...endOfLife(actor),
  ...relations(actor),
];
