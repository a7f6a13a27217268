/** The form of a webhook: where it goes, which events, about which cards, and with whose eyes. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { labelOf, useTypes } from "../../metamodel/queries";
import { accountsQuery } from "../../people/queries";
import { asRefusal, type Refusal } from "../../server/refusal";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { filterOf, filterText } from "./filter-text";
import { eventTypesQuery, type NewWebhook, type Preset, type Webhook } from "./queries";
import { kindName, kindsOf, presetNames } from "./words";

/** The values of the form; the address is left out where it stays as it is. */
export type Values = Omit<NewWebhook, "address"> & { address?: string };

type FormProps = {
  /** The webhook that is changed; undefined for a new one. */
  webhook?: Webhook;
  verb: string;
  /** @throws Refusal */
  save: (values: Values) => Promise<void>;
};

const EVERYTHING = "*";

/** Shows the form. */
export function WebhookForm({ webhook, verb, save }: FormProps) {
  const { t, i18n } = useLingui();
  const types = useTypes();
  const [name, setName] = useState(webhook?.name ?? "");
  const [preset, setPreset] = useState<Preset>(webhook?.preset ?? "standard");
  const [address, setAddress] = useState("");
  const [events, setEvents] = useState<string[]>(webhook?.event_types ?? ["card.*"]);
  const [type, setType] = useState(webhook?.filter.type ?? "");
  const [text, setText] = useState(filterText(webhook?.filter ?? {}));
  const [account, setAccount] = useState(webhook?.is_service_account ? (webhook.account_id ?? "") : "");
  const [refusal, setRefusal] = useState<Refusal>();
  const isWhole = name.trim() !== "" && events.length > 0 && (webhook !== undefined || address.trim() !== "");
  const submit = async () => {
    try {
      await save({
        name: name.trim(),
        preset,
        ...(address.trim() !== "" && { address: address.trim() }),
        event_types: events,
        filter: filterOf(type, text),
        service_account_id: account === "" ? null : account,
      });
    } catch (error) {
      setRefusal(asRefusal(error));
    }
  };
  const typeOptions = [...types.values()].map((one) => ({ value: one.key, label: labelOf(one) }));
  return (
    <Form
      className="popup-form webhook-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={t`Name`} value={name} onChange={setName} autoFocus maxLength={500} />
      <Choice
        inForm
        label={t`For`}
        value={preset}
        onChange={(key) => setPreset(key as Preset)}
        options={Object.entries(presetNames).map(([value, label]) => ({ value, label: i18n._(label) }))}
      />
      <Field
        label={t`Address`}
        value={address}
        onChange={setAddress}
        maxLength={2_000}
        placeholder={webhook?.address ?? "https://"}
        error={refusal?.fields["address"]}
      />
      <Events chosen={events} choose={setEvents} />
      <Choice
        inForm
        label={t`About cards of the type`}
        value={type}
        onChange={setType}
        options={[{ value: "", label: t`Any, and what is about no card` }, ...typeOptions]}
      />
      <Field
        label={t`That this filter finds`}
        value={text}
        onChange={setText}
        maxLength={2_000}
        placeholder="businessCriticality:missionCritical"
        error={refusal?.fields["where"]}
      />
      <Reader account={account} choose={setAccount} />
      {refusal && (
        <p className="fld-error" role="alert">
          {refusal.message}
        </p>
      )}
      <Button look="pri" type="submit" isDisabled={!isWhole}>
        {verb}
      </Button>
    </Form>
  );
}

function Events({ chosen, choose }: { chosen: string[]; choose: (events: string[]) => void }) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(eventTypesQuery);
  const kinds = kindsOf(data?.event_types ?? []);
  const others = chosen.filter((one) => one !== EVERYTHING && !kinds.includes(one));
  const options = [...others, ...kinds].map((value) => {
    const word = kindName(value);
    return { value, label: word ? i18n._(word) : value };
  });
  return (
    <fieldset className="webhook-events">
      <legend>
        <Trans>Events about</Trans>
      </legend>
      <div className="check-areas">
        <CheckList
          label={t`Events about`}
          options={[{ value: EVERYTHING, label: t`Everything` }, ...options]}
          chosen={chosen}
          onChange={choose}
        />
      </div>
    </fieldset>
  );
}

/** Shows with whose eyes events are read, for those who see the accounts of programs. */
function Reader({ account, choose }: { account: string; choose: (account: string) => void }) {
  const { t } = useLingui();
  const mayChoose = useMay("admin.users");
  const { data } = useQuery({ ...accountsQuery, enabled: mayChoose });
  const programs = (data ?? []).filter((one) => one.is_service_account && one.is_active);
  if (programs.length === 0 && account === "") return null;
  return (
    <Choice
      inForm
      label={t`With the eyes of`}
      value={account}
      onChange={choose}
      options={[
        { value: "", label: t`Myself` },
        ...programs.map(({ id, display_name }) => ({ value: id, label: display_name })),
      ]}
    />
  );
}
