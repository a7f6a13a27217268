/** The look of flows: ink on the ground of the page, in its own letters. */

/** The options of bpmn-js that give flows the console's look. */
export const LOOK = {
  // Words of ours stay legible where a flow is small.
  overlays: { defaults: { scale: { min: 1 } } },
  bpmnRenderer: {
    defaultFillColor: "var(--surface)",
    defaultStrokeColor: "var(--ink-2)",
    defaultLabelColor: "var(--ink)",
  },
  textRenderer: {
    defaultStyle: { fontFamily: "Inter", fontSize: 12, lineHeight: 1.25 },
    externalStyle: { fontFamily: "Inter", fontSize: 12, lineHeight: 1.25 },
  },
};
