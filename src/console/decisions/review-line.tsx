/** The line above a document: what is asked of whoever reads it, why it came back, or what holds in its place. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Check, FilePen, History, Signature, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCommands } from "../commands/command";
import { day } from "../language/format";
import { useGo } from "../navigation/link";
import { useMay, useMe } from "../server/session";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { recall, refuse, revise, type SignedDocument, sign } from "./changes";
import type { Decision, Statement } from "./queries";
import { isAsked } from "./status";

export type ReviewedDocument = SignedDocument &
  Pick<Decision | Statement, "status" | "signatories" | "rejection" | "content_hash" | "signed_at">;

/** Gives what the account may do with documents of a kind. */
export function useDocumentRights(kind: SignedDocument["kind"]) {
  const mayWrite = useMay(`${kind}.manage`);
  const maySign = useMay(`${kind}.sign`);
  return { mayWrite, maySign: maySign || (kind === "soaw" && mayWrite) };
}

/** Shows the line; a draft that nobody has rejected has none. @param after what stands at its end */
export function ReviewLine({ document, successor }: { document: ReviewedDocument; successor?: ReactNode }) {
  const me = useMe();
  const { mayWrite, maySign } = useDocumentRights(document.kind);
  if (isAsked(document, me.id) && maySign) return <Asked document={document} />;
  if (document.status === "in_review") return <Waiting document={document} mayWrite={mayWrite} />;
  if (document.status === "signed") return <Closed document={document} mayWrite={mayWrite} successor={successor} />;
  if (document.rejection)
    return (
      <div className="ban w" role="status">
        <Icon of={Undo2} size={14} />
        <b>
          <Trans>Rejected by {document.rejection.display_name}</Trans>
        </b>
        <span className="ban-words">
          {document.rejection.comment} <span className="c3">· {day(document.rejection.rejected_at)}</span>
        </span>
      </div>
    );
  return null;
}

function Asked({ document }: { document: ReviewedDocument }) {
  const { t } = useLingui();
  const me = useMe();
  const [isRefusing, setRefusing] = useState(false);
  const own = document.signatories.find(({ user_id }) => user_id === me.id);
  const others = document.signatories.filter(({ status }) => status === "signed");
  const signIt = () => void sign(document, document.content_hash);
  useCommands([
    { id: "document.sign", label: t`Sign`, icon: Signature, keys: ["s"], run: signIt },
    { id: "document.reject", label: t`Reject`, run: () => setRefusing(true) },
  ]);
  return (
    <>
      <div className="ban a">
        <Icon of={Signature} size={14} />
        <b>
          {own?.asked_again_at ? (
            <Trans>Your signature is asked for again</Trans>
          ) : (
            <Trans>Your signature is asked for</Trans>
          )}
        </b>
        <span className="ban-words c2">
          {own?.asked_again_at && <Trans>The text was changed after you had signed it.</Trans>}{" "}
          {others.length === 0 ? (
            <Trans>Nobody has signed yet.</Trans>
          ) : (
            <Trans>{others.map(({ display_name }) => display_name).join(", ")} signed.</Trans>
          )}
        </span>
        <span className="sp" />
        <span className="ban-verbs">
          <Button className="sm line-on-phone" onPress={() => setRefusing(!isRefusing)}>
            <Trans>Reject</Trans>
          </Button>
          <Button look="pri" className="sm pri-on-phone" icon={Check} keys="s" onPress={signIt}>
            <Trans>Sign</Trans>
          </Button>
        </span>
      </div>
      {isRefusing && <Reason document={document} close={() => setRefusing(false)} />}
    </>
  );
}

function Reason({ document, close }: { document: ReviewedDocument; close: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const send = async () => {
    if (reason.trim() !== "" && (await refuse(document, reason.trim()))) close();
  };
  return (
    <form
      className="ban reason"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <input
        className="inp"
        aria-label={t`Why not`}
        placeholder={t`Why not`}
        maxLength={10_000}
        // biome-ignore lint/a11y/noAutofocus: whoever rejects wants to say why
        autoFocus
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" look="line" className="sm" isDisabled={reason.trim() === ""}>
        <Trans>Reject it</Trans>
      </Button>
      <Button className="sm" onPress={close}>
        <Trans>Leave it</Trans>
      </Button>
    </form>
  );
}

function Waiting({ document, mayWrite }: { document: ReviewedDocument; mayWrite: boolean }) {
  const pending = document.signatories.filter(({ status }) => status === "pending").length;
  return (
    <div className="ban" role="status">
      <Icon of={Signature} size={14} />
      <b>
        <Trans>In review</Trans>
      </b>
      <span className="ban-words c2">
        <Plural value={pending} one="# signature is missing." other="# signatures are missing." />{" "}
        {mayWrite && <Trans>A change of the text asks those again who have signed.</Trans>}
      </span>
      <span className="sp" />
      {mayWrite && (
        <Button className="sm" onPress={() => void recall(document)}>
          <Trans>Back to draft</Trans>
        </Button>
      )}
    </div>
  );
}

type ClosedProps = { document: ReviewedDocument; mayWrite: boolean; successor: ReactNode };

function Closed({ document, mayWrite, successor }: ClosedProps) {
  const { t } = useLingui();
  const go = useGo();
  const reviseIt = async () => {
    const id = await revise(document);
    if (!id) return;
    if (document.kind === "adr") go({ to: "/ea-delivery/adr/$id", params: { id } });
    else go({ to: "/ea-delivery/soaw/$id", params: { id } });
  };
  useCommands([
    {
      id: "document.revise",
      label: t`Write the next revision`,
      icon: FilePen,
      when: () => mayWrite && !successor,
      run: reviseIt,
    },
  ]);
  return (
    <div className="ban" role="status">
      <Icon of={successor ? History : Check} size={14} />
      {successor ? (
        <span className="ban-words">{successor}</span>
      ) : (
        <span className="ban-words c2">
          <b>
            <Trans>Signed by all</Trans>
          </b>{" "}
          {document.signed_at && day(document.signed_at)}
          {mayWrite && (
            <>
              {" "}
              <Trans>Its text is closed.</Trans>
            </>
          )}
        </span>
      )}
      <span className="sp" />
      {mayWrite && !successor && (
        <Button className="sm" icon={FilePen} onPress={() => void reviseIt()}>
          <Trans>Revise</Trans>
        </Button>
      )}
    </div>
  );
}
