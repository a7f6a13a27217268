/** The general settings, cached in memory because nearly every request reads them. */
import { cached } from "../../../db";
import type { Author } from "../journal/journal";
import { storedSettings, updateStoredSettings } from "./store";

/** Stored key → its default. */
export const generalDefaults = {
  currency: "USD",
  dateFormat: "DD MMM YYYY",
  app_title: "",
  bpmEnabled: true,
  /** True when nobody may approve the flow that they have submitted, not even its only owner. */
  bpmSecondApprover: false,
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

export type GeneralSettings = typeof generalDefaults;

/** The locales of the product. */
export const locales: readonly string[] = generalDefaults.enabledLocales;

const PRODUCT = "Stoa";

/** The general settings: the stored values over the defaults. */
export const generalSettings = cached((): GeneralSettings => {
  const stored = Object.entries(storedSettings().general).filter(
    ([key, value]) => key in generalDefaults && value !== null,
  );
  return { ...generalDefaults, ...(Object.fromEntries(stored) as Partial<GeneralSettings>) };
});

/** Returns the title of the application; never empty. */
export const appTitle = (): string => generalSettings().app_title.trim() || PRODUCT;

/** Updates some of the general settings. */
export function updateGeneralSettings(author: Author, changes: Partial<GeneralSettings>): void {
  updateStoredSettings(author, "general", changes);
  generalSettings.drop();
}
