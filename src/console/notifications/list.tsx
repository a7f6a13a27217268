/** Notifications as lines: what, about which card, and when. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { fromNow, moment } from "../language/format";
import { useFollow } from "../navigation/link";
import { change, shown } from "../server/changes";
import type { Schemas } from "../server/client";
import { Empty, Failed, LoadingRows } from "../ui/states";
import { markRead, notificationsQuery } from "./queries";

type Notification = Schemas["Notification"];

/** Shows the newest notifications. @param onlyUnread without those that have been read */
export function NotificationList({ onlyUnread }: { onlyUnread: boolean }) {
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows />;
  const lines = data.items.filter(({ is_read }) => !onlyUnread || !is_read);
  if (lines.length === 0) return <Empty title={<Trans>Nothing new</Trans>} />;
  return (
    <ul>
      {lines.map((one) => (
        <li key={one.id}>
          <Line {...one} />
        </li>
      ))}
    </ul>
  );
}

function Line({ id, title, message, link, is_read, created_at }: Notification) {
  const { t } = useLingui();
  const follow = useFollow();
  const open = () => {
    if (!is_read)
      void change({ show: [shown(notificationsQuery, (list) => withRead(list, id))], send: () => markRead(id) });
    if (link) follow(link);
  };
  return (
    <button type="button" className="list-line" onClick={open}>
      {is_read ? <span /> : <span className="unread" role="img" aria-label={t`unread`} />}
      <span className={is_read ? "trunc" : "trunc w2"}>{title}</span>
      {created_at && (
        <time className="c3 t11 num" dateTime={created_at} title={moment(created_at)}>
          {fromNow(created_at)}
        </time>
      )}
      {message && <span className="s">{message}</span>}
    </button>
  );
}

/** Returns the list with one that has been read. */
const withRead = (list: Schemas["NotificationList"], id: string): Schemas["NotificationList"] => ({
  ...list,
  items: list.items.map((one) => (one.id === id ? { ...one, is_read: true } : one)),
});
