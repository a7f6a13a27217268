/** Notifications: all, or the unread ones. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BellRing, CheckCheck } from "lucide-react";
import { useCommands } from "../../commands/command";
import { Link } from "../../navigation/link";
import { NotificationList } from "../../notifications/list";
import { markAllRead, notificationsQuery } from "../../notifications/queries";
import { shown, tryChange } from "../../server/changes";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Segments } from "../../ui/segments";
import { notifications } from "./page";

export default function NotificationsPage() {
  const { t } = useLingui();
  const { unread = false } = notifications.useSearch();
  const setSearch = notifications.useSetSearch();
  const { data } = useQuery(notificationsQuery);
  const count = data?.items.filter(({ is_read }) => !is_read).length ?? 0;
  const readAll = () =>
    tryChange({
      show: [
        shown(notificationsQuery, (list) => ({ ...list, items: list.items.map((one) => ({ ...one, is_read: true })) })),
      ],
      send: markAllRead,
    });
  useCommands([
    {
      id: "notifications.read-all",
      label: t`Mark all as read`,
      keys: ["m"],
      icon: CheckCheck,
      when: () => count > 0,
      run: readAll,
    },
  ]);
  return (
    <PageFrame
      title={<Trans>Notifications</Trans>}
      actions={
        <>
          <Link to="/notifications/preferences" className="btn">
            <Icon of={BellRing} size={14} />
            <Trans>What I am notified of</Trans>
          </Link>
          <Segments
            label={t`Shown`}
            value={unread ? "unread" : "all"}
            onChange={(value) => setSearch({ unread: value === "unread" || undefined }, { replace: true })}
            options={[
              { value: "all", label: t`All` },
              { value: "unread", label: t`Unread` },
            ]}
          />
          <Button icon={CheckCheck} isDisabled={count === 0} onPress={() => void readAll()}>
            <Trans>Mark all as read</Trans>
          </Button>
        </>
      }
    >
      <div className="scroll">
        <NotificationList onlyUnread={unread} />
      </div>
      <Foot>
        <span>
          <b>{count}</b> <Trans>unread of {data?.total ?? 0}</Trans>
        </span>
        <span className="sp" />
        <KeyHint keys={["m"]}>
          <Trans>mark all as read</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}
