/** The languages that texts of the metamodel are written in. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { number } from "../../language/format";
import { api } from "../../server/client";
import { settingsQuery } from "../../server/session";
import { Button } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Popup } from "../../ui/popup";
import { saveSetting } from "./queries";
import { SettingRow } from "./subject";

/** Shows how many of the languages are offered, and all of them with a box. */
export function LanguagesSetting() {
  const { t, i18n } = useLingui();
  const { data } = useSuspenseQuery(settingsQuery);
  const { enabled_locales: chosen, supported_locales: all } = data;
  const names = new Intl.DisplayNames(i18n.locale, { type: "language" });
  const name = t`Languages`;
  const [some, total] = [number(chosen.length), number(all.length)];
  const save = (locales: string[]) =>
    void saveSetting(name, () => api.PATCH("/api/v1/settings/enabled-locales", { body: { locales } }));
  return (
    <SettingRow name={name} remark={t`in which names of types, fields and options are written`}>
      <Popup
        label={name}
        trigger={
          <Button look="line" aria-label={t`${some} of ${total} languages`}>
            {t`${some} of ${total}`}
          </Button>
        }
      >
        {() => (
          <CheckList
            label={name}
            options={all.map((value) => ({ value, label: names.of(value) ?? value }))}
            chosen={chosen}
            onChange={save}
          />
        )}
      </Popup>
    </SettingRow>
  );
}
