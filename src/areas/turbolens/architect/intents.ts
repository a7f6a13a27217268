/** Says what a requirement is about, by the words in it. */

/** Intent → beginnings of words that point to it. */
const stems: Readonly<Record<string, readonly string[]>> = {
  event_driven: ["event", "message", "queue", "stream", "kafka", "publish"],
  api_integration: ["api", "integrat", "interface", "connect", "middleware"],
  data_platform: ["data", "analytic", "report", "warehouse", "dashboard"],
  ecommerce: ["commerce", "shop", "checkout", "cart", "order", "payment"],
  identity_access: ["identity", "login", "access", "sign-on", "authenti", "permission"],
  cloud_native: ["cloud", "kubernetes", "container", "serverless", "microservice"],
  erp_integration: ["erp", "sap", "ledger", "procurement", "accounting"],
  customer_portal: ["portal", "customer", "self-service", "website"],
  observability: ["monitor", "observab", "logging", "tracing", "alert"],
  compliance: ["complian", "regulat", "gdpr", "audit", "privacy"],
};

/** Returns the intents of a requirement; `general` when no word points to one. */
export function intentsOf(requirement: string): string[] {
  const text = requirement.toLowerCase();
  const found = Object.keys(stems).filter((intent) => stems[intent]?.some((stem) => text.includes(stem)));
  return found.length > 0 ? found : ["general"];
}
