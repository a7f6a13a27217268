/** /demo */
import { allOf } from "../../core/access/operation-permission";
import { type Operation, post } from "../../core/api/operation";
import { LoadedDemo } from "./model";

/** Returns the loading with all its data, which most servers never need. */
const loading = (): typeof import("./load") => require("./load");

export const operations: readonly Operation[] = [
  post(
    "/demo",
    "Load the demo landscape with its history, people and documents, where there is no card yet",
    {
      operationId: "loadDemo",
      own: true,
      permission: allOf("admin.import_workspace", "admin.users"),
      writesMuch: true,
      answer: LoadedDemo,
      status: 201,
      repeatable: false,
    },
    ({ actor }) => loading().loadByCall(actor),
  ),
];
