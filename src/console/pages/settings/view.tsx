/** The settings: one page of subjects; each is saved when its field is left or its switch is turned. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { principlesShownQuery } from "../../catalogues/queries";
import { useCommands } from "../../commands/command";
import { cache } from "../../server/queries";
import { settingsQuery, useMay } from "../../server/session";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Switch } from "../../ui/switch";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import { Subject } from "../../ui/subject";
import { AiSettings } from "./ai";
import { AssistantSettings } from "./assistants";
import { BandsSetting } from "./bands";
import { Branding, General } from "./general";
import { MailSettings } from "./mail";
import { secondApproverQuery, turn } from "./queries";
import { RiskMatrixSettings } from "./risk-matrix";
import { SignOnSettings } from "./sign-on";
import { SettingRow } from "./subject";

/** Shows only the settings whose names have a text in them. */
function filterSettings(room: HTMLElement | null, text: string): void {
  const part = text.trim().toLocaleLowerCase();
  for (const row of room?.querySelectorAll<HTMLElement>("[data-setting]") ?? [])
    row.hidden = part !== "" && !row.dataset["setting"]?.toLocaleLowerCase().includes(part);
  for (const subject of room?.querySelectorAll<HTMLElement>(".fr") ?? [])
    subject.hidden = !subject.querySelector("[data-setting]:not([hidden])") && part !== "";
}

/** Scrolls to a subject, and nothing around the settings. */
function showSubject(room: HTMLElement | null, id: string): void {
  const subject = document.getElementById(id);
  if (room && subject) room.scrollBy({ top: subject.getBoundingClientRect().top - room.getBoundingClientRect().top });
}

export default function SettingsPage() {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const room = useRef<HTMLElement>(null);
  useCommands([
    { id: "settings.find", label: t`Find a setting`, keys: ["/"], quiet: true, run: () => field.current?.focus() },
  ]);
  const { data } = useSuspenseQuery(settingsQuery);
  const maySeeRisks = useMay("risks.view");
  const maySwitchAssistants = useMay("admin.mcp");
  const hasRisks = data.grc_enabled && maySeeRisks;
  const anchors = {
    general: t`General`,
    branding: t`Branding`,
    mail: t`Mail`,
    "sign-on": t`Sign-on`,
    ai: t`Language model`,
    ...(maySwitchAssistants && { assistants: t`Assistants` }),
    ...(hasRisks && { risks: t`Risks` }),
    parts: t`Parts`,
  };
  return (
    <PageFrame
      label={t`Settings`}
      title={<AdministrationTrail>{t`Settings`}</AdministrationTrail>}
      actions={
        <input
          ref={field}
          className="inp line"
          style={{ width: 160 }}
          aria-label={t`Find a setting`}
          placeholder={t`Find a setting`}
          onChange={({ target }) => filterSettings(room.current, target.value)}
        />
      }
    >
      <nav className="chips" aria-label={t`Subjects`}>
        <span className="anchors">
          {Object.entries(anchors).map(([id, name]) => (
            <button key={id} type="button" className="btn" onClick={() => showSubject(room.current, id)}>
              {name}
            </button>
          ))}
        </span>
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" ref={room} tabIndex={0} aria-label={t`Settings`}>
        <General />
        <Branding />
        <MailSettings />
        <SignOnSettings />
        <AiSettings />
        {maySwitchAssistants && <AssistantSettings />}
        {hasRisks && <RiskMatrixSettings />}
        <Parts />
      </section>
      <Foot>
        <span>
          <Trans>Saved when a field is left</Trans>
        </span>
        <span className="sp" />
        <KeyHint keys={["/"]}>
          <Trans>find a setting</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

/** Shows the parts of the product that can be switched off. */
function Parts() {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(settingsQuery);
  const parts = [
    [t`Processes`, data.bpm_enabled, "/api/v1/settings/bpm-enabled"],
    [t`Projects`, data.ppm_enabled, "/api/v1/settings/ppm-enabled"],
    [t`Risks and compliance`, data.grc_enabled, "/api/v1/settings/grc-enabled"],
    [t`Analyses`, data.turbolens_enabled, "/api/v1/settings/turbolens-enabled"],
    [t`Files on cards`, data.file_uploads_enabled, "/api/v1/settings/file-uploads-enabled"],
  ] as const;
  return (
    <Subject id="parts" title={t`Parts`} help={t`What is off vanishes for everybody; its data stays.`}>
      {parts.map(([name, isOn, path]) => (
        <SettingRow key={path} name={name}>
          <Switch label={name} isOn={isOn} onChange={(next) => void turn(name, path, next)}>
            {isOn ? t`On` : t`Off`}
          </Switch>
        </SettingRow>
      ))}
      <PrinciplesSwitch />
      {data.bpm_enabled && <SecondApprover />}
      {data.bpm_enabled && <BandsSetting />}
    </Subject>
  );
}

/** Shows whether principles are shown. */
function PrinciplesSwitch() {
  const { t } = useLingui();
  const { data } = useQuery(principlesShownQuery);
  if (!data) return null;
  const name = t`Principles`;
  const set = async (isOn: boolean) => {
    await turn(name, "/api/v1/settings/principles-display", isOn);
    await cache.invalidateQueries({ queryKey: principlesShownQuery.queryKey });
  };
  return (
    <SettingRow name={name}>
      <Switch label={name} isOn={data.enabled} onChange={(isOn) => void set(isOn)}>
        {data.enabled ? t`Shown` : t`Hidden`}
      </Switch>
    </SettingRow>
  );
}

/** Shows whether somebody else must approve a flow than who has submitted it. */
function SecondApprover() {
  const { t } = useLingui();
  const { data } = useQuery(secondApproverQuery);
  if (!data) return null;
  const name = t`Second approver of flows`;
  const set = async (isOn: boolean) => {
    await turn(name, "/api/v1/settings/bpm-second-approver", isOn);
    await cache.invalidateQueries({ queryKey: secondApproverQuery.queryKey });
  };
  return (
    <SettingRow name={name}>
      <Switch label={name} isOn={data.enabled} onChange={(isOn) => void set(isOn)}>
        {data.enabled ? t`Somebody else than who has submitted a flow` : t`Not asked for`}
      </Switch>
    </SettingRow>
  );
}
