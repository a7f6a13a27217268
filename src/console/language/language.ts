/**
 * The language of the console. English stands in the code; other languages are catalogues, `<language>.po` in each page's
 * and each room's folder, of which `npm run strings` keeps the list.
 */

import languages from "virtual:languages";
import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { createRemembered } from "../state/store";

/** The languages that the console has, with their own names. */
export const languageNames: Readonly<Record<string, string>> = Object.fromEntries(
  ["en", ...Object.keys(languages)].map((tag) => [
    tag,
    new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag,
  ]),
);

/** The language that was chosen on this device; null follows the account, and then the browser. */
export const chosenLanguage = createRemembered<string | null>("stoa.language", null);

/** Returns the first of the wanted languages that the console has. */
const available = (wanted: readonly (string | null | undefined)[]): string =>
  wanted.map((tag) => tag?.toLowerCase().split("-")[0] ?? "").find((tag) => tag in languageNames) ?? "en";

/**
 * Loads and sets the language.
 * @param account the language of the account that is logged in
 */
export async function setLanguage(account?: string | null): Promise<void> {
  i18n.setMessagesCompiler(compileMessage);
  const language = available([chosenLanguage.value(), account, ...navigator.languages]);
  const load = languages[language];
  i18n.load(language, load ? (await load()).default : {});
  i18n.activate(language);
  document.documentElement.lang = language;
}
