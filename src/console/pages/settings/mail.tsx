/** Where mail goes out, with a test whose answer stays. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { answered, api } from "../../server/client";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { Subject } from "../../ui/subject";
import { Switch } from "../../ui/switch";
import { type Mail, mailQuery, saveAmong } from "./queries";
import { Line, SettingRow } from "./subject";
import { Trial } from "./trial";

const patchMail = ({ configured: _, ...body }: Mail) => api.PATCH("/api/v1/settings/email", { body });

/** Shows the settings of mail. */
export function MailSettings() {
  const { t } = useLingui();
  const { data: mail, error, refetch } = useQuery(mailQuery);
  return (
    <Subject id="mail" title={t`Mail`} help={t`Invitations, new passwords and digests leave from here.`}>
      {error && <Failed error={error} retry={refetch} />}
      {!mail && !error && <LoadingRows rows={4} />}
      {mail && <MailRows mail={mail} />}
    </Subject>
  );
}

function MailRows({ mail }: { mail: Mail }) {
  const { t } = useLingui();
  const save = (name: string, changes: Partial<Mail>) => saveAmong(name, mailQuery, changes, patchMail);
  const savePort = (text: string) => {
    const port = Number(text);
    return Number.isInteger(port) ? save(t`Port`, { smtp_port: port }) : undefined;
  };
  return (
    <>
      <SettingRow name={t`Mail server`}>
        <Line name={t`Mail server`} value={mail.smtp_host} save={(smtp_host) => save(t`Mail server`, { smtp_host })} />
        <Line name={t`Port`} width={64} value={String(mail.smtp_port)} save={savePort} />
        <Switch isOn={mail.smtp_tls} onChange={(smtp_tls) => void save(t`TLS`, { smtp_tls })}>
          {t`TLS`}
        </Switch>
        {!mail.configured && <Status tone="warn">{t`Not in use yet`}</Status>}
      </SettingRow>
      <SettingRow name={t`User`}>
        <Line name={t`User`} width={160} value={mail.smtp_user} save={(smtp_user) => save(t`User`, { smtp_user })} />
        <Line
          name={t`Password of the mail server`}
          type="password"
          width={160}
          value={mail.smtp_password}
          save={(smtp_password) => save(t`Password of the mail server`, { smtp_password })}
        />
      </SettingRow>
      <SettingRow name={t`From`}>
        <Line name={t`From`} value={mail.smtp_from} save={(smtp_from) => save(t`From`, { smtp_from })} />
      </SettingRow>
      <SettingRow name={t`Address of Stoa`}>
        <Line
          name={t`Address of Stoa`}
          placeholder="https://"
          value={mail.app_base_url}
          save={(app_base_url) => save(t`Address of Stoa`, { app_base_url })}
        />
        {mail.app_base_url === "" && <Status tone="warn">{t`links in mails lead nowhere without it`}</Status>}
      </SettingRow>
      <SettingRow name={t`Test`}>
        <MailTest />
      </SettingRow>
    </>
  );
}

function MailTest() {
  const { t } = useLingui();
  return (
    <Trial
      icon={Send}
      verb={t`Send to me`}
      send={() => answered(api.POST("/api/v1/settings/email/test"))}
      sentence={({ sent_to }, at) => t`Sent to ${sent_to} at ${at}`}
    />
  );
}
