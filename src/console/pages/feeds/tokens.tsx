/** One's feed tokens: made, shown once, and revoked. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { createToken, revokeToken } from "../../feeds/changes";
import type { FeedToken } from "../../feeds/queries";
import { day, fromNow } from "../../language/format";
import { Button } from "../../ui/button";
import { Copied } from "../../ui/copied";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";
import { Rows } from "../../ui/rows";
import { AskingVerb } from "../../ui/side";

const COLUMNS = "minmax(180px,1fr) 160px 170px 200px";

/** Returns the day a year from now. */
const inAYear = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear() + 1, now.getMonth(), now.getDate())).toISOString().slice(0, 10);
};

/** Shows the tokens. */
export function Tokens({ tokens }: { tokens: readonly FeedToken[] }) {
  const { t } = useLingui();
  const [made, setMade] = useState<string>();
  return (
    <section aria-label={t`Your tokens`}>
      <div className="gsec">
        <h2>
          <b>
            <Trans>Your tokens</Trans>
          </b>{" "}
          <span className="n num">{tokens.length}</span>
        </h2>
        <span className="sp" />
        <NewToken made={setMade} />
      </div>
      {made !== undefined && (
        <div className="callout warn" role="status">
          <span>
            <Trans>
              This is the token. It is not shown again; whoever has it can read the feeds that you may read.
            </Trans>
            <Copied text={made} label={t`Copy the token`} />
          </span>
        </div>
      )}
      {tokens.length === 0 && (
        <p className="more c3">
          <Trans>No token yet. A spreadsheet logs in with one instead of your password.</Trans>
        </p>
      )}
      <Rows label={t`Your tokens`} items={tokens} keyOf={({ id }) => id} columns={COLUMNS}>
        {(token) => (
          <>
            <div className="p16">
              <span className="trunc">{token.name}</span>
            </div>
            <div className="c2">{token.expires_at ? t`until ${day(token.expires_at)}` : t`without an end`}</div>
            <div className="c2">{token.last_used_at ? t`used ${fromNow(token.last_used_at)}` : t`never used`}</div>
            <div>
              <AskingVerb
                icon={X}
                verb={t`Revoke`}
                question={t`What uses it reads nothing any more.`}
                run={() => revokeToken(token)}
              />
            </div>
          </>
        )}
      </Rows>
    </section>
  );
}

function NewToken({ made }: { made: (token: string) => void }) {
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
          done={(token) => {
            close();
            made(token);
          }}
        />
      )}
    </Popup>
  );
}

function NewTokenForm({ done }: { done: (token: string) => void }) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [end, setEnd] = useState(inAYear);
  const make = async () => {
    const token = await createToken(name.trim(), end);
    if (token) done(token);
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field label={t`What it is for`} value={name} onChange={setName} autoFocus maxLength={200} />
      <Field label={t`Ends on`} type="date" value={end} onChange={setEnd} />
      <Button look="pri" type="submit" isDisabled={name.trim() === "" || end === ""}>
        <Trans>Make it</Trans>
      </Button>
    </Form>
  );
}
