/** The steps by which the demo company set Stoa up for itself, and key figures were captured. */
import { calculation, type Person, people, portals } from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { markAllRead } from "../../core/notify/inbox";
import { createCalculation, recalculateType, setActive } from "../calculations";
import { importFields } from "../metamodel";
import { captureSnapshot } from "../reports";
import { createPortal } from "../web-portals";
import type { Step } from "./story";

/** The first capture of key figures, the days between captures, and the later ones that trends compare with. */
const FIRST_CAPTURE = 715;
const CAPTURED_EVERY = 30;
const LATER_CAPTURES = [31, 8, 1];

/** Adds the field to its section, unless the type has it, and the calculation that fills it. */
function addCalculation(actor: Actor): void {
  const { type, section, field, name, description, formula } = calculation;
  if (importFields(actor, type, section, [field]).size === 0) return;
  const order = { execution_order: 0 };
  const { id } = createCalculation(actor, {
    name,
    description,
    formula,
    ...order,
    target_type_key: type,
    target_field_key: field.key,
  });
  setActive(actor, id, true);
  recalculateType(type);
}

/** Returns the steps of portals, of the calculated field, and of the figures. */
export const administrationSteps = (): Step[] => [
  {
    day: calculation.day,
    by: "administrator",
    operation: "PATCH /api/v1/metamodel/types/{key}",
    work: addCalculation,
  },
  ...portals.map(({ day, filters, ...portal }): Step => {
    const input = {
      ...portal,
      filters: "approval_statuses" in filters ? { approval_statuses: [...filters.approval_statuses] } : {},
    };
    const work = (actor: Actor) => void createPortal(actor, { ...input, is_published: true });
    return { day, by: "ines", operation: "POST /api/v1/web-portals", work };
  }),
  ...captureSteps(),
];

function captureSteps(): Step[] {
  const days = Array.from({ length: FIRST_CAPTURE / CAPTURED_EVERY }, (_, at) => FIRST_CAPTURE - at * CAPTURED_EVERY);
  return [...days, ...LATER_CAPTURES].map((day) => ({
    day,
    by: "administrator",
    operation: "kpi-snapshot",
    work: captureSnapshot,
  }));
}

/** The days until which everybody has read their notifications. */
const READ_UNTIL = { administrator: 12, others: 5 };

/** Returns the steps by which everybody reads what they were notified of. */
export const readingSteps = (): Step[] =>
  (["administrator", ...(Object.keys(people) as Person[])] as const).map((by) => ({
    day: by === "administrator" ? READ_UNTIL.administrator : READ_UNTIL.others,
    by,
    operation: "POST /api/v1/notifications/mark-all-read",
    work: ({ userId }) => void markAllRead(userId),
  }));
