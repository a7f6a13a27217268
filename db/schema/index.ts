export * from "./access";
export * from "./calculations";
export * from "./cards";
export * from "./events";
export * from "./idempotency";
export * from "./jobs";
export * from "./metamodel";
export * from "./settings";
