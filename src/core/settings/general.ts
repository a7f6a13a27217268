/** The settings of the installation: one row of JSON, read on nearly every request and so kept in memory. */
import { cached, db, tables } from "../../../db/client";

/** Stored key → the value while nobody has set it. */
const defaults = {
  currency: "USD",
  dateFormat: "DD MMM YYYY",
  app_title: "",
  bpmEnabled: true,
  ppmEnabled: false,
  turboLensEnabled: true,
  grcEnabled: true,
  sponsorButtonEnabled: true,
  fileUploadsEnabled: true,
  enabledLocales: ["en", "de", "fr", "es", "it", "pt", "zh", "ru", "da", "ar"],
  fiscalYearStart: 1,
  archiveRetentionDays: 30,
  bpmRowOrder: ["management", "core", "support"],
  showPrinciplesTab: true,
  loginTagline: "",
  loginTaglineHidden: false,
  loginHelpText: "",
  loginHelpLink: "",
  registrationEnabled: true,
};

export type GeneralSettings = typeof defaults;

/** The locales that the product speaks. */
export const locales: readonly string[] = defaults.enabledLocales;

/** The general settings as they stand: what is stored over the defaults. */
export const generalSettings = cached((): GeneralSettings => {
  const row = db.select({ stored: tables.appSettings.generalSettings }).from(tables.appSettings).get();
  return { ...defaults, ...(row?.stored as Partial<GeneralSettings> | undefined) };
});
