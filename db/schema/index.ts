export * from "./access";
export * from "./cards";
export * from "./events";
export * from "./metamodel";
export * from "./settings";
