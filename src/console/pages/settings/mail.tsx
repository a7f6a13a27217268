/** Where mail goes out, with a test whose answer stays. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { time } from "../../language/format";
import { answered, api } from "../../server/client";
import { cache } from "../../server/queries";
import { asRefusal } from "../../server/refusal";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import { type Mail, mailQuery, saveSetting } from "./queries";
import { Line, SettingRow, Subject } from "./subject";

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
  const save = async (name: string, changes: Partial<Mail>) => {
    await saveSetting(name, patchMail, { ...mail, ...changes }, mail);
    await cache.invalidateQueries({ queryKey: mailQuery.queryKey });
  };
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
  const test = useMutation({
    mutationFn: () => answered(api.POST("/api/v1/settings/email/test")),
    onSettled: () => undefined,
  });
  const at = time(test.submittedAt);
  return (
    <>
      <Button look="line" icon={Send} isDisabled={test.isPending} onPress={() => test.mutate()}>
        <Trans>Send to me</Trans>
      </Button>
      <span role="status">
        {test.data && <Status tone="good">{t`Sent to ${test.data.sent_to} at ${at}`}</Status>}
        {test.error && (
          <span className="callout">
            <Status tone="bad" title={t`Refused`} />
            <span>{t`Refused at ${at}: ${asRefusal(test.error).message}`}</span>
          </span>
        )}
      </span>
    </>
  );
}
