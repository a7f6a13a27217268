/** Figures, dates, years and retention; and what people see before they log in. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { day, number } from "../../language/format";
import { api } from "../../server/client";
import { settingsQuery } from "../../server/session";
import { Choice } from "../../ui/choice";
import { Subject } from "../../ui/subject";
import { ImageSetting } from "./images";
import { LanguagesSetting } from "./languages";
import { saveAmong, saveSetting } from "./queries";
import { Line, SettingRow } from "./subject";

const DATE_FORMATS = ["DD MMM YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "MMM DD, YYYY"];

/** Returns the months by number. */
const months = (language: string) =>
  Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, at, 1)),
  }));

/** Returns the currencies that the browser knows, with their names. */
function currencies(language: string) {
  const names = new Intl.DisplayNames(language, { type: "currency" });
  return Intl.supportedValuesOf("currency").map((value) => ({ value, label: `${value} · ${names.of(value)}` }));
}

/** Shows the general settings. */
export function General() {
  const { t, i18n } = useLingui();
  const { data } = useSuspenseQuery(settingsQuery);
  const { currency, date_format: format, fiscal_year_start: month, archive_retention_days: days } = data;
  const setDays = (value: string) => {
    const next = Number(value);
    if (!Number.isInteger(next)) return undefined;
    return saveSetting(t`Archived cards stay`, () =>
      api.PATCH("/api/v1/settings/archive-retention-days", { body: { days: next } }),
    );
  };
  return (
    <Subject id="general" title={t`General`} help={t`How figures, dates and years read for everybody.`}>
      <SettingRow name={t`Currency`}>
        <Choice
          label={t`Currency`}
          width={240}
          value={currency}
          options={currencies(i18n.locale)}
          onChange={(next) =>
            void saveSetting(t`Currency`, () => api.PATCH("/api/v1/settings/currency", { body: { currency: next } }))
          }
        />
      </SettingRow>
      <SettingRow name={t`Dates`} remark={day(Date.now())}>
        <Choice
          label={t`Dates`}
          width={240}
          value={format}
          options={[...new Set([...DATE_FORMATS, format])].map((value) => ({ value, label: value }))}
          onChange={(next) =>
            void saveSetting(t`Dates`, () => api.PATCH("/api/v1/settings/date-format", { body: { date_format: next } }))
          }
        />
      </SettingRow>
      <SettingRow name={t`Fiscal year begins`}>
        <Choice
          label={t`Fiscal year begins`}
          width={240}
          value={String(month)}
          options={months(i18n.locale)}
          onChange={(next) =>
            void saveSetting(t`Fiscal year begins`, () =>
              api.PATCH("/api/v1/settings/fiscal-year-start", { body: { month: Number(next) } }),
            )
          }
        />
      </SettingRow>
      <LanguagesSetting />
      <SettingRow
        name={t`Archived cards stay`}
        remark={days === 0 ? t`for ever` : t`${number(days)} days, then they are deleted for good`}
      >
        <Line name={t`Archived cards stay`} value={String(days)} width={72} save={setDays} />
      </SettingRow>
    </Subject>
  );
}

/** Shows what people see before they log in. */
export function Branding() {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(settingsQuery);
  const { login_tagline, login_help_text, login_help_link } = data;
  const save = (name: string, changes: Partial<typeof data>) =>
    saveAmong(
      name,
      settingsQuery,
      changes,
      ({ login_tagline, login_tagline_hidden, login_help_text, login_help_link }) =>
        api.PATCH("/api/v1/settings/login-branding", {
          body: { login_tagline, login_tagline_hidden, login_help_text, login_help_link },
        }),
    );
  return (
    <Subject id="branding" title={t`Branding`} help={t`What people see before they sign in.`}>
      <SettingRow name={t`Title`}>
        <Line
          name={t`Title`}
          value={data.app_title}
          save={(next) =>
            saveSetting(t`Title`, () => api.PATCH("/api/v1/settings/app-title", { body: { app_title: next } }))
          }
        />
      </SettingRow>
      <ImageSetting name="logo" label={t`Logo`} />
      <ImageSetting name="favicon" label={t`Icon of browser tabs`} />
      <SettingRow name={t`Line under the title`}>
        <Line
          name={t`Line under the title`}
          width={320}
          placeholder={t`A sentence, or nothing`}
          value={login_tagline}
          save={(next) => save(t`Line under the title`, { login_tagline: next })}
        />
      </SettingRow>
      <SettingRow name={t`Help`}>
        <Line
          name={t`Help`}
          width={320}
          placeholder={t`What to do when signing in fails`}
          value={login_help_text}
          save={(next) => save(t`Help`, { login_help_text: next })}
        />
      </SettingRow>
      <SettingRow name={t`Link to help`}>
        <Line
          name={t`Link to help`}
          width={320}
          placeholder="https://"
          value={login_help_link}
          save={(next) => save(t`Link to help`, { login_help_link: next })}
        />
      </SettingRow>
    </Subject>
  );
}
