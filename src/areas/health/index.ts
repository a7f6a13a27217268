/** Whether the server is up. */
import { area } from "../../core/area";
import { operations } from "./operations";

export const healthArea = area({ name: "health", operations });
