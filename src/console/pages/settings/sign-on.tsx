/** Signing on: one's own account, or that of the company. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { answered, api } from "../../server/client";
import { cache } from "../../server/queries";
import { Choice } from "../../ui/choice";
import { Failed } from "../../ui/states";
import { Subject } from "../../ui/subject";
import { Switch } from "../../ui/switch";
import { registrationQuery, type SignOn, saveAmong, signOnQuery, turn } from "./queries";
import { Line, SettingRow } from "./subject";
import { Trial } from "./trial";

const PROVIDERS = { microsoft: "Microsoft Entra ID", google: "Google", okta: "Okta", oidc: "OpenID Connect" };

/** Shows the settings of signing on. */
export function SignOnSettings() {
  const { t } = useLingui();
  const { data: registration } = useQuery(registrationQuery);
  const { data: signOn, error, refetch } = useQuery(signOnQuery);
  const save = (name: string, changes: Partial<SignOn>) =>
    saveAmong(name, signOnQuery, changes, (body) => api.PATCH("/api/v1/settings/sso", { body }));
  const register = async (isOn: boolean) => {
    await turn(t`May register alone`, "/api/v1/settings/registration", isOn);
    await cache.invalidateQueries({ queryKey: registrationQuery.queryKey });
  };
  const line = (name: string, key: "tenant_id" | "domain" | "issuer_url" | "client_id" | "provider_name") =>
    signOn && <Line name={name} value={signOn[key]} save={(value) => save(name, { [key]: value })} />;
  return (
    <Subject id="sign-on" title={t`Sign-on`} help={t`One's own account, or that of the company.`}>
      {error && <Failed error={error} retry={refetch} />}
      {registration && (
        <SettingRow name={t`May register alone`}>
          <Switch isOn={registration.enabled} onChange={(isOn) => void register(isOn)}>
            {registration.enabled ? t`Anybody with the address becomes a member` : t`By invitation only`}
          </Switch>
        </SettingRow>
      )}
      {signOn && (
        <>
          <SettingRow name={t`Single sign-on`} remark={t`Microsoft, Google, Okta or any OpenID provider`}>
            <Switch isOn={signOn.enabled} onChange={(enabled) => void save(t`Single sign-on`, { enabled })}>
              {signOn.enabled ? t`On` : t`Off`}
            </Switch>
          </SettingRow>
          <SettingRow name={t`Provider`}>
            <Choice
              label={t`Provider`}
              width={240}
              value={signOn.provider}
              options={Object.entries(PROVIDERS).map(([value, label]) => ({ value, label }))}
              onChange={(provider) => void save(t`Provider`, { provider })}
            />
          </SettingRow>
          <SettingRow name={t`Name on the login page`}>{line(t`Name on the login page`, "provider_name")}</SettingRow>
          {signOn.provider === "microsoft" && <SettingRow name={t`Tenant`}>{line(t`Tenant`, "tenant_id")}</SettingRow>}
          {(signOn.provider === "okta" || signOn.provider === "google") && (
            <SettingRow name={t`Domain`}>{line(t`Domain`, "domain")}</SettingRow>
          )}
          {signOn.provider === "oidc" && <SettingRow name={t`Issuer`}>{line(t`Issuer`, "issuer_url")}</SettingRow>}
          <SettingRow name={t`Client`}>
            {line(t`Client`, "client_id")}
            <Line
              name={t`Secret of the client`}
              type="password"
              width={160}
              value={signOn.client_secret}
              save={(client_secret) => save(t`Secret of the client`, { client_secret })}
            />
          </SettingRow>
          {signOn.enabled && (
            <SettingRow name={t`Try it`}>
              <SignOnTest />
            </SettingRow>
          )}
        </>
      )}
    </Subject>
  );
}

/** Shows the test: the provider is asked for its login page. */
function SignOnTest() {
  const { t } = useLingui();
  const send = () =>
    answered(api.POST("/api/v1/auth/sso/start", { body: { redirect_uri: `${location.origin}/auth/callback` } }));
  return (
    <Trial
      icon={LogIn}
      verb={t`Ask the provider`}
      send={send}
      sentence={(_, at) => t`Its login page was found at ${at}`}
    />
  );
}
