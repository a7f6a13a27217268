/** A new access token: what it is for, what it opens, and when it ends. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { asRefusal, type Refusal } from "../server/refusal";
import { Button } from "../ui/button";
import { CheckList } from "../ui/check-list";
import { Choice } from "../ui/choice";
import { Field } from "../ui/field";
import { Form } from "../ui/form";
import { Popup } from "../ui/popup";
import { createToken } from "./changes";
import { areaNames, scopeNames } from "./names";
import { type Owner, type Token, tokenAreasQuery } from "./queries";

/** Returns the instant after a number of days; null for none. */
const after = (days: string): string | null =>
  days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();

type NewTokenProps = {
  owner: Owner;
  /** Is called with the token itself, which is never shown again. */
  made: (token: string) => void;
};

/** Shows the button, and the form that it opens. */
export function NewToken({ owner, made }: NewTokenProps) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New token`}
      trigger={
        <Button look="line" icon={Plus}>
          <Trans>New token</Trans>
        </Button>
      }
    >
      {(close) => (
        <NewTokenForm
          owner={owner}
          made={(token) => {
            close();
            made(token);
          }}
        />
      )}
    </Popup>
  );
}

function NewTokenForm({ owner, made }: NewTokenProps) {
  const { t, i18n } = useLingui();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Token["scope"]>("read");
  const [isLimited, limit] = useState(false);
  const [areas, setAreas] = useState<string[]>([]);
  const [days, setDays] = useState("90");
  const [refusal, setRefusal] = useState<Refusal>();
  const mayBeLimited = scope !== "feed" && scope !== "scim";
  const isWhole = name.trim() !== "" && !(mayBeLimited && isLimited && areas.length === 0);
  const make = async () => {
    try {
      const limits = mayBeLimited && isLimited ? areas : null;
      made(await createToken(owner, { name: name.trim(), scope, areas: limits, expires_at: after(days) }));
    } catch (error) {
      setRefusal(asRefusal(error));
    }
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field
        label={t`What it is for`}
        value={name}
        onChange={setName}
        autoFocus
        maxLength={200}
        error={refusal?.fields["name"]}
      />
      <Choice
        inForm
        label={t`It may`}
        value={scope}
        onChange={(key) => setScope(key as Token["scope"])}
        options={Object.entries(scopeNames).map(([value, label]) => ({ value, label: i18n._(label) }))}
      />
      {mayBeLimited && (
        <Choice
          inForm
          label={t`Where`}
          value={isLimited ? "some" : "all"}
          onChange={(key) => limit(key === "some")}
          options={[
            { value: "all", label: t`Everywhere` },
            { value: "some", label: t`In some areas` },
          ]}
        />
      )}
      {mayBeLimited && isLimited && <Areas chosen={areas} choose={setAreas} />}
      <Choice
        inForm
        label={t`It ends`}
        value={days}
        onChange={setDays}
        options={[
          { value: "30", label: t`in 30 days` },
          { value: "90", label: t`in 90 days` },
          { value: "365", label: t`in a year` },
          { value: "", label: t`not by itself` },
        ]}
      />
      {refusal && !refusal.fields["name"] && (
        <p className="fld-error" role="alert">
          {refusal.message}
        </p>
      )}
      <Button look="pri" type="submit" isDisabled={!isWhole}>
        <Trans>Make it</Trans>
      </Button>
    </Form>
  );
}

function Areas({ chosen, choose }: { chosen: readonly string[]; choose: (areas: string[]) => void }) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(tokenAreasQuery);
  const options = (data?.areas ?? []).map((value) => {
    const label = areaNames[value];
    return { value, label: label ? i18n._(label) : value };
  });
  return (
    <div className="check-areas">
      <CheckList
        label={t`Areas`}
        options={options.toSorted((one, other) => one.label.localeCompare(other.label))}
        chosen={chosen}
        onChange={choose}
        empty={<Trans>Loading…</Trans>}
      />
    </div>
  );
}
