/** The comments on a task: read, written, changed and deleted. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { moment } from "../language/format";
import { useMe } from "../server/session";
import { Button, IconButton } from "../ui/button";
import { EditedText } from "../ui/edited-text";
import { Section } from "../ui/section";
import { Failed, LoadingRows } from "../ui/states";
import { changeComment, comment, deleteComment } from "./plan-changes";
import { commentsQuery, type Task } from "./queries";

/** Shows the comments. @param mayEdit whether the account may write, and change those of others */
export function Comments({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useLingui();
  const me = useMe();
  const { data, error, refetch } = useQuery(commentsQuery(task.id));
  const [text, setText] = useState("");
  const write = async (event?: FormEvent) => {
    event?.preventDefault();
    const content = text.trim();
    if (content !== "" && (await comment(task, content))) setText("");
  };
  return (
    <Section title={t`Comments`} count={data?.length ?? task.comment_count}>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={2} />}
      {data?.map((one) => {
        const may = mayEdit || one.user_id === me.id;
        return (
          <div key={one.id} className="task-comment t12">
            <p className="c3 t11">
              <b>{one.user_display_name || t`Somebody who is gone`}</b> {moment(one.created_at)}
              <span className="sp" />
              {may && (
                <IconButton
                  icon={X}
                  size={14}
                  className="sm"
                  label={t`Delete the comment`}
                  onPress={() => void deleteComment(one)}
                />
              )}
            </p>
            <div className="comment-text">
              <EditedText
                label={t`Comment`}
                value={one.content}
                mayEdit={may}
                isLong
                save={(next) => next !== "" && void changeComment(one, next)}
              >
                {one.content}
              </EditedText>
            </div>
          </div>
        );
      })}
      {mayEdit && (
        <form className="comment-form" onSubmit={(event) => void write(event)}>
          <textarea
            className="inp area"
            rows={2}
            aria-label={t`New comment`}
            placeholder={t`Comment`}
            value={text}
            maxLength={10_000}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void write();
            }}
          />
          {text.trim() !== "" && (
            <Button look="line" type="submit">
              <Trans>Comment</Trans>
            </Button>
          )}
        </form>
      )}
    </Section>
  );
}
