/** The signatures of a document: those that are missing first, and the line that asks for more. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, Plus, X } from "lucide-react";
import { useState } from "react";
import { day } from "../language/format";
import { searchQuery } from "../search/queries";
import { Avatar } from "../ui/avatar";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { Section } from "../ui/section";
import { TypeAhead } from "../ui/type-ahead";
import { askSignatures, recall } from "./changes";
import { type ReviewedDocument, useDocumentRights } from "./review-line";

/** Shows who is asked, and who has signed. */
export function Signatures({ document }: { document: ReviewedDocument }) {
  const { t } = useLingui();
  const { mayWrite } = useDocumentRights(document.kind);
  const [isAsking, setAsking] = useState(false);
  const { signatories, status } = document;
  const mayAsk = mayWrite && status !== "signed";
  const signed = signatories.filter((one) => one.status === "signed").length;
  const inOrder = signatories.toSorted((one, other) => one.status.localeCompare(other.status));
  const others = (user_id: string) => signatories.filter((one) => one.user_id !== user_id).map((one) => one.user_id);
  const drop = (user_id: string, name: string) =>
    signatories.length === 1
      ? recall(document)
      : askSignatures(document, others(user_id), t`${name} is no longer asked to sign`);
  return (
    <Section
      title={<Trans>Signatures</Trans>}
      remark={
        signatories.length > 0 && (
          <Trans>
            {signed} of {signatories.length}
          </Trans>
        )
      }
    >
      {inOrder.map((one) => (
        <div key={one.user_id} className="rel">
          <Avatar name={one.display_name} />
          <span className="trunc">{one.display_name}</span>
          <span className="e">
            {one.status === "signed" && one.signed_at ? (
              <span className="st good" title={t`Signed`}>
                <Icon of={Check} size={12} />
                <span className="num">{day(one.signed_at)}</span>
              </span>
            ) : one.asked_again_at ? (
              <span className="st warn">{t`asked again`}</span>
            ) : (
              <span>{t`asked`}</span>
            )}
          </span>
          {mayAsk && (
            <IconButton
              className="unrelate"
              size={14}
              icon={X}
              label={t`Don't ask ${one.display_name}`}
              onPress={() => void drop(one.user_id, one.display_name)}
            />
          )}
        </div>
      ))}
      {signatories.length === 0 && !isAsking && (
        <div className="rel">
          <span className="inv ink">
            <span className="ring" />
            {mayAsk ? <Trans>Nobody is asked yet</Trans> : <Trans>Nobody is asked</Trans>}
          </span>
          {mayAsk && (
            <button type="button" className="e lk t12" onClick={() => setAsking(true)}>
              <Trans>Ask</Trans>
            </button>
          )}
        </div>
      )}
      {mayAsk && signatories.length > 0 && !isAsking && (
        <button type="button" className="lk t12 rel" onClick={() => setAsking(true)}>
          <Icon of={Plus} size={12} />
          <Trans>Ask someone else</Trans>
        </button>
      )}
      {isAsking && <PersonLine document={document} close={() => setAsking(false)} />}
      {mayAsk && signatories.length === 0 && (
        <p className="t12 c3">
          <Trans>Signing closes this revision; a change then makes the next one.</Trans>
        </p>
      )}
    </Section>
  );
}

function PersonLine({ document, close }: { document: ReviewedDocument; close: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data = [] } = useQuery({
    ...searchQuery(wanted, ["user"]),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const asked = document.signatories.map(({ user_id }) => user_id);
  const found = wanted === "" ? [] : data.filter(({ id }) => !asked.includes(id));
  return (
    <TypeAhead
      label={t`Whose signature`}
      placeholder={t`Name or address`}
      autoFocus
      onLeave={close}
      empty={wanted === "" ? t`Type a name` : t`Nobody of this name`}
      suggestions={found.map(({ id, name }) => ({ id, label: name, sign: <Avatar name={name} /> }))}
      onType={setText}
      onChoose={(id) => {
        const name = found.find((one) => one.id === id)?.name ?? "";
        void askSignatures(document, [...asked, id], t`${name} is asked to sign`);
        close();
      }}
    />
  );
}
