/** The account: its menu, with the look of the console, and the state of the connection. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  Bell,
  Eye,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Rows2,
  Rows3,
  ShieldCheck,
  Sun,
} from "lucide-react";
import { Button } from "react-aria-components";
import { number } from "../language/format";
import { chosenLanguage, languageNames, setLanguage } from "../language/language";
import { useGo } from "../navigation/link";
import { unreadQuery } from "../notifications/queries";
import { rolesQuery } from "../roles/queries";
import { connection } from "../server/live";
import { logOut, seeAs, useMay, useMe } from "../server/session";
import { type Density, density, type Theme, theme } from "../state/look";
import { useStore } from "../state/store";
import { Avatar } from "../ui/avatar";
import { type Entry, Menu } from "../ui/menu";
import { useOpenKeys } from "./open-keys";

/** Shows the account's place at the foot of the rail. */
export function Account({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  const me = useMe();
  const lost = useStore(connection);
  const entries = useEntries();
  return (
    <Menu
      label={t`Account`}
      entries={entries}
      trigger={
        <Button className="nav account">
          <Avatar name={me.display_name} />
          <span className={isFolded ? "aloud" : "trunc"}>{me.display_name}</span>
          {lost ? (
            <>
              <span className="sp" />
              <span className={isFolded ? "aloud" : "t11 c3"}>{lost.isAway ? t`offline` : t`not live`}</span>
              <span className="dot w" role="img" aria-label={t`not connected`} title={t`not connected`} />
            </>
          ) : (
            <span className="dot" role="img" aria-label={t`connected`} title={t`connected`} />
          )}
        </Button>
      }
    />
  );
}

/** Gives the entries of the account's menu. */
function useEntries(): Entry[] {
  const { t } = useLingui();
  const go = useGo();
  const openKeys = useOpenKeys();
  const isNotified = useMay("notifications.manage");
  const { data: unread } = useQuery({ ...unreadQuery, enabled: isNotified });
  const count = unread?.count ?? 0;
  return [
    ...(isNotified
      ? [
          {
            id: "notifications",
            label: count > 0 ? t`Notifications (${number(count)})` : t`Notifications`,
            icon: Bell,
            run: () => go({ to: "/notifications" }),
          },
        ]
      : []),
    { id: "tokens", label: t`Access tokens`, icon: KeyRound, run: () => go({ to: "/account/tokens" }) },
    {
      id: "factors",
      label: t`Second factors`,
      icon: ShieldCheck,
      run: () => go({ to: "/account/security" }),
    },
    { id: "sessions", label: t`Sessions`, icon: MonitorSmartphone, run: () => go({ to: "/account/sessions" }) },
    { id: "keys", label: t`Keys`, icon: Keyboard, keys: "?", run: openKeys },
    ...useLooks(),
    ...useLanguages(),
    ...useRoles(),
    { id: "log-out", label: t`Log out`, icon: LogOut, begins: true, run: logOut },
  ];
}

/** Gives the choices of theme and of density. */
function useLooks(): Entry[] {
  const { t } = useLingui();
  const chosenTheme = useStore(theme);
  const chosenDensity = useStore(density);
  const themes = { light: [t`Light`, Sun], dark: [t`Dark`, Moon], system: [t`As the system`, Monitor] } as const;
  const densities = { dense: [t`Dense rows`, Rows3], comfortable: [t`Comfortable rows`, Rows2] } as const;
  return [
    ...Object.entries(themes).map(([id, [label, icon]], at) => ({
      id: `theme-${id}`,
      label,
      icon,
      begins: at === 0,
      isChosen: id === chosenTheme,
      run: () => theme.update(() => id as Theme),
    })),
    ...Object.entries(densities).map(([id, [label, icon]], at) => ({
      id: `density-${id}`,
      label,
      icon,
      begins: at === 0,
      isChosen: id === chosenDensity,
      run: () => density.update(() => id as Density),
    })),
  ];
}

/** Gives the languages that the console has. */
function useLanguages(): Entry[] {
  const { i18n } = useLingui();
  return Object.entries(languageNames).map(([id, label], at) => ({
    id: `language-${id}`,
    label,
    begins: at === 0,
    isChosen: id === i18n.locale,
    run: () => {
      chosenLanguage.update(() => id);
      return setLanguage();
    },
  }));
}

/** Returns the roles that the account may see the console as. */
function useRoles(): Entry[] {
  const { t } = useLingui();
  const { role } = useMe();
  const go = useGo();
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: useMay("admin.impersonate") });
  return roles
    .filter(({ key }) => key !== "admin" && key !== role)
    .map(({ key, label }, at) => ({
      id: `see-as-${key}`,
      label: t`See Stoa as ${label}`,
      icon: Eye,
      begins: at === 0,
      run: async () => {
        await seeAs(key);
        go({ to: "/" });
      },
    }));
}
