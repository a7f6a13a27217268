/** The question of a program that wants to be connected, and the answer to it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "../../server/client";
import { asRefusal, type Refusal } from "../../server/refusal";
import { useMe } from "../../server/session";
import { PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { authorize } from "./page";
import { answerRequest, type Permission, requestQuery, unpacked } from "./queries";
import "../../style/access.css";
import "../../style/admin.css";

type Parameters = NonNullable<ReturnType<typeof unpacked>>;

export default function AuthorizePage() {
  const { t } = useLingui();
  const { request } = authorize.useSearch();
  const parameters = unpacked(request);
  return (
    <PageFrame title={<Trans>Connect an assistant</Trans>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Connect an assistant`}>
        {parameters ? (
          <Question parameters={parameters} />
        ) : (
          <Empty title={<Trans>No program asks for anything</Trans>}>
            <Trans>
              An assistant into which the address of Stoa with /mcp is pasted leads here, and asks what it may do.
            </Trans>
          </Empty>
        )}
      </section>
    </PageFrame>
  );
}

function Question({ parameters }: { parameters: Parameters }) {
  const { data, error, refetch } = useQuery(requestQuery(parameters));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  return <Consent parameters={parameters} asked={data} />;
}

/** Shows who asks, and lets one choose what it may do. */
function Consent({ parameters, asked }: { parameters: Parameters; asked: Schemas["AuthorizationRequest"] }) {
  const { t } = useLingui();
  const { display_name: account } = useMe();
  const { client_name: name, redirect_host: host, is_local: isLocal, may_write: mayWrite } = asked;
  const [scope, setScope] = useState<"read" | "write">("read");
  const [refusal, setRefusal] = useState<Refusal>();
  const [isAnswered, setAnswered] = useState(false);
  const answer = async (allow: Permission) => {
    try {
      setAnswered(true);
      location.assign(await answerRequest(parameters, allow));
    } catch (error) {
      setAnswered(false);
      setRefusal(asRefusal(error));
    }
  };
  return (
    <div className="consent">
      <h2 className="t20">
        <Trans>{name} wants to work with the landscape</Trans>
      </h2>
      <p className="c2">
        <Trans>In your name, {account}: it sees what you see, and may do no more than you.</Trans>
      </p>
      <dl className="consent-facts">
        <dt>{t`It returns to`}</dt>
        <dd>
          <code>{host}</code>
          {isLocal && (
            <span className="c3 t12">
              {" "}
              <Trans>a program on this machine</Trans>
            </span>
          )}
        </dd>
        {mayWrite && (
          <>
            <dt>{t`It may`}</dt>
            <dd>
              <Segments
                label={t`It may`}
                value={scope}
                onChange={setScope}
                options={[
                  { value: "read", label: t`Read only` },
                  { value: "write", label: t`Read and change` },
                ]}
              />
            </dd>
          </>
        )}
      </dl>
      {scope === "write" && (
        <p className="c2 t12">
          <Trans>What it changes, it shows before. Everything is named in the activity, and can be undone.</Trans>
        </p>
      )}
      <div className="callout warn">
        <Icon of={TriangleAlert} size={14} />
        <span>
          <Trans>
            The program has given itself this name. Allow it only if you have just connected it yourself, and know the
            place that it returns to.
          </Trans>
        </span>
      </div>
      {refusal && (
        <p className="fld-error" role="alert">
          {refusal.message}
        </p>
      )}
      <div className="consent-verbs">
        <Button look="pri" isDisabled={isAnswered} onPress={() => void answer(scope)}>
          <Trans>Allow</Trans>
        </Button>
        <Button look="line" isDisabled={isAnswered} onPress={() => void answer(null)}>
          <Trans>Deny</Trans>
        </Button>
        <span role="status" className="c2">
          {isAnswered && <Trans>Back to the program. This page can be closed.</Trans>}
        </span>
      </div>
      <p className="c3 t12">
        <Trans>It ends when you revoke it among your access tokens, or when it isn't used for 90 days.</Trans>
      </p>
    </div>
  );
}
