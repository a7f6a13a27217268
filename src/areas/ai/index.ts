/** Suggestions and insights: of a language model, or without one by templates and rules. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { permissions } from "./definitions";
import { readPrinciplesTask } from "./insights";
import { operations } from "./operations";
import { pulling } from "./pull";
import { describeTask, findTypeTask } from "./suggest";

export { principlesText } from "./principles";
export { pullModel } from "./pull";
export { suggest } from "./suggest";
export { describeByTemplate } from "./template";

export const aiArea = area({
  name: "ai",
  tags: {
    "AI Suggestions": "Descriptions and insights that a language model suggests, or templates and rules without one",
  },
  operations: tagged("AI Suggestions", operations),
  permissions,
  tasks: [describeTask, findTypeTask, readPrinciplesTask],
  runs: [pulling],
});
