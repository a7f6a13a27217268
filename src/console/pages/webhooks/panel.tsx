/** A webhook: its state, what it gets, what one can do with it, and its log. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { KeyRound, Pause, Pencil, Play, Send, SkipForward, Webhook as WebhookIcon } from "lucide-react";
import { fromNow, moment } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { Copied } from "../../ui/copied";
import { Popup } from "../../ui/popup";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Side } from "../../ui/side";
import { deleteWebhook, pauseWebhook, replay, rotateSecret, type Secret, testWebhook, updateWebhook } from "./changes";
import { Deliveries } from "./deliveries";
import { filterText } from "./filter-text";
import { WebhookForm } from "./form";
import type { Webhook } from "./queries";
import { WebhookState } from "./state";
import { kindName, presetNames } from "./words";

type PanelProps = {
  webhook: Webhook;
  /** The secret that was made just now. */
  secret: string | undefined;
  made: (secret: Secret) => void;
  close: () => void;
};

/** Shows a webhook next to the list. */
export function WebhookPanel({ webhook, secret, made, close }: PanelProps) {
  const { t } = useLingui();
  return (
    <Side icon={WebhookIcon} kind={t`Webhook`} label={webhook.name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2 wraps">{webhook.name}</h2>
          <span className="c3 t12 wraps">{webhook.address}</span>
        </div>
      </div>
      {secret !== undefined && (
        <div className="callout warn" role="status">
          <span>
            <Trans>This is the secret that deliveries are signed with. It is not shown again.</Trans>
            <Copied text={secret} label={t`Copy the secret`} />
          </span>
        </div>
      )}
      <Facts webhook={webhook} />
      <Verbs webhook={webhook} made={made} close={close} />
      <Deliveries webhook={webhook} />
    </Side>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { t, i18n } = useLingui();
  const types = useTypes();
  const { event_types, filter, account_name, behind, last_delivered_at: delivered, preset } = webhook;
  const words = event_types.map((name) => {
    const word = kindName(name);
    return name === "*" ? t`everything` : word ? i18n._(word) : name;
  });
  const type = types.get(filter.type ?? "");
  const text = filterText(filter);
  return (
    <Section>
      <KeyValue of={t`State`}>
        <WebhookState webhook={webhook} />
      </KeyValue>
      {(webhook.pause_reason ?? webhook.last_problem) && (
        <p className="c2 t12 wraps" lang="en">
          {webhook.pause_reason ?? webhook.last_problem}
        </p>
      )}
      <KeyValue of={t`For`}>{i18n._(presetNames[preset])}</KeyValue>
      <KeyValue of={t`Events about`}>{words.join(", ")}</KeyValue>
      {type && <KeyValue of={t`Type of card`}>{labelOf(type)}</KeyValue>}
      {text && (
        <KeyValue of={t`Filter`}>
          <code className="wraps">{text}</code>
        </KeyValue>
      )}
      <KeyValue of={t`With the eyes of`}>{account_name ?? t`nobody any more`}</KeyValue>
      <KeyValue of={t`Waiting`}>
        {behind === 0 ? t`nothing` : <Plural value={behind} one="# event at most" other="# events at most" />}
      </KeyValue>
      <KeyValue of={t`Last delivery`}>{delivered === null ? t`none yet` : fromNow(delivered)}</KeyValue>
      {webhook.previous_secret_until && (
        <KeyValue of={t`Old secret`}>
          <Trans>signs until {moment(webhook.previous_secret_until)}</Trans>
        </KeyValue>
      )}
    </Section>
  );
}

type VerbsProps = Omit<PanelProps, "secret">;

function Verbs({ webhook, made, close }: VerbsProps) {
  const { t } = useLingui();
  const { is_paused } = webhook;
  const rotate = async () => {
    const secret = await rotateSecret(webhook);
    if (secret) made(secret);
  };
  return (
    <Section>
      <div className="webhook-verbs">
        <Button icon={Send} writes onPress={() => void testWebhook(webhook)}>
          <Trans>Send a test</Trans>
        </Button>
        <Button icon={is_paused ? Play : Pause} writes onPress={() => void pauseWebhook(webhook, !is_paused)}>
          {is_paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
        </Button>
        <Popup
          label={t`Change the webhook`}
          trigger={
            <Button icon={Pencil}>
              <Trans>Change</Trans>
            </Button>
          }
        >
          {(closeForm) => (
            <WebhookForm
              webhook={webhook}
              verb={t`Save`}
              save={async (values) => {
                await updateWebhook(webhook, values);
                closeForm();
              }}
            />
          )}
        </Popup>
      </div>
      <AskingVerb
        icon={KeyRound}
        verb={t`Rotate the secret`}
        question={t`The new secret is shown once; for a day the old one signs, too.`}
        run={rotate}
      />
      {webhook.behind > 0 && (
        <AskingVerb
          icon={SkipForward}
          verb={t`Pass over what waits`}
          question={t`What has happened until now is not delivered.`}
          run={() => replay(webhook, null)}
        />
      )}
      <AskingVerb
        verb={t`Delete`}
        question={t`It is deleted for good, with its log.`}
        run={async () => (await deleteWebhook(webhook)) && close()}
      />
    </Section>
  );
}
