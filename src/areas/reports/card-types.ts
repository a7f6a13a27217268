/** The built-in card types that reports are about. */
export const APPLICATION = "Application";
export const BUSINESS_CAPABILITY = "BusinessCapability";
export const IT_COMPONENT = "ITComponent";
export const ORGANIZATION = "Organization";
