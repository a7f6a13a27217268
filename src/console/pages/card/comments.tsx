/** The comments on a card, with replies; @name mentions somebody. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { useRef, useState } from "react";
import { comment, deleteComment, updateComment } from "../../cards/changes";
import { commentsQuery } from "../../cards/queries";
import { useCardRights } from "../../cards/rights";
import { useCommands } from "../../commands/command";
import { fromNow, moment } from "../../language/format";
import type { Schemas } from "../../server/client";
import { useMay, useMe } from "../../server/session";
import { Avatar } from "../../ui/avatar";
import { Section } from "../../ui/section";
import { Failed } from "../../ui/states";
import { CommentLine } from "./comment-line";
import { card as page } from "./page";

type Comment = Schemas["Comment"];

/** Characters that a comment may have. */
const LONGEST = 10_000;

/** Shows the threads, and the line for a new comment. */
export function Comments({ card }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const maySee = useMay("comments.view");
  const { tab } = page.useSearch();
  const { data: threads = [], error, refetch } = useQuery({ ...commentsQuery(card.id), enabled: maySee });
  const mayWrite = useCardRights(card.id)("can_create_comments");
  const [replyTo, setReplyTo] = useState<Comment>();
  const line = useRef<HTMLTextAreaElement>(null);
  useCommands([
    {
      id: "card.comment",
      label: t`Comment`,
      icon: MessageSquare,
      keys: ["c"],
      when: () => mayWrite,
      run: () => line.current?.focus(),
    },
  ]);
  if (!maySee) return null;
  const count = threads.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
  const reply = (to: Comment) => {
    setReplyTo(to);
    line.current?.focus();
  };
  return (
    <Section title={t`Comments`} count={count}>
      {error && <Failed error={error} retry={refetch} />}
      {threads.map((thread) => (
        <div key={thread.id}>
          <Spoken of={thread} cardId={card.id} {...(mayWrite && { reply: () => reply(thread) })} />
          <div className="replies">
            {thread.replies.map((one) => (
              <Spoken key={one.id} of={one} cardId={card.id} />
            ))}
          </div>
        </div>
      ))}
      {mayWrite && (
        <CommentLine
          line={line}
          isOpen={tab === "comments"}
          label={replyTo ? t`Reply to ${replyTo.user_display_name ?? "?"}` : t`Comment, or mention someone with @`}
          send={(text) => {
            void comment(card, text, replyTo?.id);
            setReplyTo(undefined);
          }}
          drop={() => setReplyTo(undefined)}
        />
      )}
    </Section>
  );
}

function Spoken({ of, cardId, reply }: { of: Comment; cardId: string; reply?: () => void }) {
  const { t } = useLingui();
  const me = useMe();
  /** The text while it is being changed. */
  const [draft, setDraft] = useState<string>();
  const finish = () => {
    const text = (draft ?? "").trim();
    if (text !== "" && text !== of.content) void updateComment(of.id, text);
    setDraft(undefined);
  };
  const mayManage = useCardRights(cardId)("can_manage_comments") || of.user_id === me.id;
  return (
    <div className="spoken">
      <Avatar name={of.user_display_name ?? "?"} title={of.user_display_name ?? undefined} />
      <div>
        {draft === undefined ? (
          <p className={of.is_deleted ? "c3" : ""}>{of.is_deleted ? <Trans>Deleted</Trans> : of.content}</p>
        ) : (
          <textarea
            className="text-editor"
            aria-label={t`The comment`}
            // biome-ignore lint/a11y/noAutofocus: whoever changes a comment wants to type
            autoFocus
            maxLength={LONGEST}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            onBlur={finish}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === "Escape") setDraft(undefined);
              if (event.key !== "Enter" || event.shiftKey) return;
              event.preventDefault();
              finish();
            }}
          />
        )}
        <p className="c3 t11 spoken-foot">
          <time dateTime={of.created_at} title={moment(of.created_at)}>
            {fromNow(of.created_at)}
          </time>
          {reply && (
            <button type="button" className="lk" onClick={reply}>
              <Trans>Reply</Trans>
            </button>
          )}
          {mayManage && !of.is_deleted && (
            <>
              <button type="button" className="lk" onClick={() => setDraft(of.content)}>
                <Trans>Change</Trans>
              </button>
              <button type="button" className="lk" onClick={() => void deleteComment(of.id)}>
                <Trans>Delete</Trans>
              </button>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
