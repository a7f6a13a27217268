/** The line above a flow: what is to be decided of the version that is shown, with the verbs for that. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, FilePen, GitCompare, Hourglass, Undo2 } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { day } from "../../language/format";
import { Link } from "../../navigation/link";
import { approveVersion, rejectVersion, submitDraft, withdrawVersion } from "../../processes/changes";
import type { FlowHead } from "../../processes/queries";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { process as page } from "./page";
import { type ProcessProps, useDraw, useStateWord } from "./versions";

type LineProps = ProcessProps & { version: FlowHead };

/** Shows the line; the published version has none. */
export function ReviewLine(props: LineProps) {
  const { status } = props.version;
  if (status === "pending") return <Submitted {...props} />;
  if (status === "draft") return <Draft {...props} />;
  return status === "archived" ? <Archived {...props} /> : null;
}

/** Shows the link to what a version changes in the published one. */
function WhatChanges({ card, flow, version }: LineProps) {
  const published = flow.versions.find(({ status }) => status === "published");
  if (!published || published.id === version.id) return null;
  return (
    <Link
      to="/bpm/processes/$id"
      params={{ id: card.id }}
      search={{ tab: "revisions", version: version.id, with: published.id }}
      className="btn sm line-on-phone"
    >
      <Icon of={GitCompare} size={14} />
      <Trans>What changes</Trans>
    </Link>
  );
}

function Submitted(props: LineProps) {
  const { t } = useLingui();
  const { card, version } = props;
  const [isRejecting, setRejecting] = useState(false);
  const setSearch = page.useSetSearch();
  const approve = async () => {
    if (await approveVersion(card.id, version)) setSearch({ draft: undefined, version: undefined }, { replace: true });
  };
  useCommands([
    { id: "flow.approve", label: t`Approve`, icon: Check, keys: ["a"], when: () => version.may_approve, run: approve },
    { id: "flow.reject", label: t`Reject`, when: () => version.may_reject, run: () => setRejecting(true) },
  ]);
  return (
    <>
      <div className="ban a" role="status">
        <Icon of={Hourglass} size={14} />
        <b>
          {version.may_approve ? (
            <Trans>Revision {version.revision} waits for your approval</Trans>
          ) : (
            <Trans>Revision {version.revision} waits for its approval</Trans>
          )}
        </b>
        <span className="ban-words c2">
          {version.submitted_by_name && (
            <Trans>
              submitted by {version.submitted_by_name} on {day(version.submitted_at ?? version.created_at)}
            </Trans>
          )}
          {version.objection && ` · ${version.objection}`}
        </span>
        <span className="sp" />
        <span className="ban-verbs">
          <WhatChanges {...props} />
          {version.may_withdraw && (
            <Button className="sm line-on-phone" onPress={() => void withdrawVersion(card.id, version)}>
              <Trans>Withdraw</Trans>
            </Button>
          )}
          {version.may_reject && (
            <Button className="sm line-on-phone" onPress={() => setRejecting(!isRejecting)}>
              <Trans>Reject</Trans>
            </Button>
          )}
          {version.may_approve && (
            <Button look="pri" className="sm pri-on-phone" icon={Check} keys="a" onPress={() => void approve()}>
              <Trans>Approve</Trans>
            </Button>
          )}
        </span>
      </div>
      {isRejecting && <Reason card={card} version={version} close={() => setRejecting(false)} />}
    </>
  );
}

const LONGEST_REASON = 2_000;

function Reason({ card, version, close }: Pick<LineProps, "card" | "version"> & { close: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const send = async () => {
    if (reason.trim() !== "" && (await rejectVersion(card.id, version, reason.trim()))) close();
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
        maxLength={LONGEST_REASON}
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

function Draft(props: LineProps) {
  const { card, flow, version } = props;
  const { rejection, revision } = version;
  const draw = useDraw(card.id);
  return (
    <div className={rejection ? "ban w" : "ban"} role="status">
      <Icon of={rejection ? Undo2 : FilePen} size={14} />
      <b>
        {rejection ? (
          <Trans>
            Revision {revision} was rejected by {rejection.by ?? "–"}
          </Trans>
        ) : (
          <Trans>Draft of revision {revision}</Trans>
        )}
      </b>
      <span className="ban-words c2">
        {rejection?.reason ?? <Trans>Nobody is asked to approve it yet.</Trans>}
        {rejection && <span className="c3"> · {day(rejection.at)}</span>}
      </span>
      <span className="sp" />
      <span className="ban-verbs">
        <WhatChanges {...props} />
        {flow.can_edit_draft && (
          <>
            <Button className="sm line-on-phone" icon={FilePen} onPress={() => void draw(version)}>
              <Trans>Draw</Trans>
            </Button>
            <Button look="pri" className="sm pri-on-phone" onPress={() => void submitDraft(card.id, version)}>
              <Trans>Submit</Trans>
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

function Archived(props: LineProps) {
  const { version } = props;
  const word = useStateWord();
  return (
    <div className="ban" role="status">
      <b>
        <Trans>
          Revision {version.revision} is {word(version)}
        </Trans>
      </b>
      <span className="ban-words c2">
        <Trans>replaced on {day(version.archived_at ?? version.created_at)}</Trans>
      </span>
      <span className="sp" />
      <WhatChanges {...props} />
    </div>
  );
}
