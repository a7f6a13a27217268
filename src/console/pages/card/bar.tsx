/** The bar above a card: where it is, its tabs, and what one does with its address. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  ChevronRight,
  Eye,
  EyeOff,
  Link2,
  MoreHorizontal,
  Star,
  StarOff,
  Trash2,
  Waypoints,
} from "lucide-react";
import { hierarchyQuery } from "../../cards/queries";
import { useCardRights } from "../../cards/rights";
import { setWatching, watchingQuery } from "../../cards/watching";
import { useCommands } from "../../commands/command";
import { favoritesQuery, setStar } from "../../favorites/queries";
import { type CardType, labelOf } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { toast } from "../../server/changes";
import type { Schemas } from "../../server/client";
import { useMay } from "../../server/session";
import { IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import type { Departure } from "./departure";
import { ImpactActions } from "./impact/actions";
import { card as page } from "./page";

export type CardProps = { card: Schemas["Card"]; type: CardType | undefined };

/** Shows the bar. @param leave begins to archive or to delete the card */
export function CardBar({ card, type, leave }: CardProps & { leave: (verb: Departure) => void }) {
  const { t } = useLingui();
  const { tab } = page.useSearch();
  const { data: hierarchy } = useQuery({ ...hierarchyQuery(card.id), enabled: card.parent_id !== null });
  const may = useCardRights(card.id);
  const entries = [
    ...(may("can_archive") && card.status !== "ARCHIVED"
      ? [{ id: "archive", label: t`Archive`, icon: Archive, run: () => leave("archive") }]
      : []),
    ...(may("can_delete") ? [{ id: "delete", label: t`Delete`, icon: Trash2, run: () => leave("delete") }] : []),
  ];
  const maySeeImpact = useMay("reports.ea_dashboard");
  const go = useGo();
  useCommands([
    {
      id: "card.impact",
      label: t`What breaks if it fails`,
      icon: Waypoints,
      keys: ["i"],
      when: () => maySeeImpact,
      run: () => go({ to: "/cards/$id", params: { id: card.id }, search: { tab: "impact" } }),
    },
  ]);
  const { data: watching } = useQuery(watchingQuery(card.id));
  const { data: stars } = useQuery(favoritesQuery);
  const isStarred = stars?.some(({ card_id }) => card_id === card.id) ?? false;
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    toast("done", t`The link is copied`);
  };
  const maySeeFlow = useMay("bpm.view") && card.type === "BusinessProcess" && card.status !== "ARCHIVED";
  const tabs = [
    { key: undefined, label: t`Card` },
    ...(maySeeImpact ? [{ key: "impact", label: t`Impact` }] : []),
    { key: "todos", label: t`To-dos` },
    { key: "files", label: t`Files` },
    { key: "history", label: t`History` },
  ];
  const open = tabs.find(({ key }) => key === tab)?.key;
  return (
    <header className="topbar">
      <nav className="crumb trunc" aria-label={t`Where this is`}>
        <Link to="/inventory" className="crumb-link">{t`Inventory`}</Link>
        <Icon of={ChevronRight} size={12} />
        <Link to="/inventory" search={{ type: card.type }} className="crumb-link crumb-type">
          <TypeIcon type={type} />
          {type ? labelOf(type) : card.type}
        </Link>
        {(hierarchy?.ancestors ?? []).map(({ id, name }) => (
          <span key={id} className="crumb-step">
            <Icon of={ChevronRight} size={12} />
            <Link to="/cards/$id" params={{ id }} className="crumb-link">
              {name}
            </Link>
          </span>
        ))}
        <Icon of={ChevronRight} size={12} />
        <b className="trunc">{card.name}</b>
      </nav>
      <span className="vsep" />
      <nav className="anch" aria-label={t`Parts of the card`}>
        {tabs.map(({ key, label }) => {
          const isOpen = key === open;
          return (
            <Link
              key={label}
              to="/cards/$id"
              params={{ id: card.id }}
              search={key ? { tab: key } : {}}
              className={isOpen ? "on" : ""}
              aria-current={isOpen ? "page" : undefined}
            >
              {label}
            </Link>
          );
        })}
        {maySeeFlow && (
          <Link to="/bpm/processes/$id" params={{ id: card.id }}>
            {t`Flow`}
          </Link>
        )}
      </nav>
      <span className="sp" />
      {tab === "impact" && <ImpactActions id={card.id} />}
      {stars && (
        <IconButton
          icon={isStarred ? StarOff : Star}
          label={isStarred ? t`Take the star away` : t`Star this card`}
          onPress={() => void setStar(card, !isStarred)}
        />
      )}
      {watching && (watching.is_observer || (watching.observer_role_available && card.status !== "ARCHIVED")) && (
        <IconButton
          icon={watching.is_observer ? EyeOff : Eye}
          label={watching.is_observer ? t`Watch it no longer` : t`Watch this card`}
          onPress={() => void setWatching(card, !watching.is_observer)}
        />
      )}
      <IconButton icon={Link2} label={t`Copy the link`} onPress={() => void copy()} />
      {entries.length > 0 && (
        <Menu label={t`More`} trigger={<IconButton icon={MoreHorizontal} label={t`More`} />} entries={entries} />
      )}
    </header>
  );
}
