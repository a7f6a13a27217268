/** The settings of the installation: one row of JSON, read on nearly every request and so kept in memory. */
import { cached } from "../../../db";
import type { Author } from "../journal/journal";
import { storedSettings, storeSettings } from "./store";

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

/** The name of the product where nobody has given another. */
const PRODUCT = "Stoa";

const defaultValues: Readonly<Record<string, unknown>> = defaults;

/** The general settings as they stand: what is stored over the defaults. */
export const generalSettings = cached((): GeneralSettings => {
  const stored = Object.entries(storedSettings().general).filter(
    ([key, value]) => key in defaultValues && value !== null,
  );
  return { ...defaults, ...(Object.fromEntries(stored) as Partial<GeneralSettings>) };
});

/** The title that the application goes by; never empty. */
export const appTitle = (): string => generalSettings().app_title.trim() || PRODUCT;

/** Sets some of the general settings. */
export function setGeneral(author: Author, changes: Partial<GeneralSettings>): void {
  storeSettings(author, "general", changes);
  generalSettings.drop();
}
