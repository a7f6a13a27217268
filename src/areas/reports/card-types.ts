/** The built-in card types that reports are about. */
export const APPLICATION = "Application";
export const BUSINESS_CAPABILITY = "BusinessCapability";
export const BUSINESS_CONTEXT = "BusinessContext";
export const BUSINESS_PROCESS = "BusinessProcess";
export const DATA_OBJECT = "DataObject";
export const IT_COMPONENT = "ITComponent";
export const ORGANIZATION = "Organization";
