/** The targets that fields may be mapped to in addition to the fields of a card type. */

/** Leaves a field out. */
export const SKIP_TARGET = "__skip__";
/** Followed by a phase: makes a date the begin of the phase. */
export const LIFECYCLE_TARGET = "__lifecycle__:";

/** Phase → its label. */
const phases = { plan: "Plan", phaseIn: "Phase In", active: "Active", phaseOut: "Phase Out", endOfLife: "End of Life" };

/** The phases as targets, in their order. */
export const lifecycleTargets = Object.entries(phases).map(([phase, label]) => ({
  key: LIFECYCLE_TARGET + phase,
  label,
  type: "date",
  section: "Lifecycle",
}));
