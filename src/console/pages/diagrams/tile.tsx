/** A diagram in the gallery. */
import { Plural, useLingui } from "@lingui/react/macro";
import { Copy, Ellipsis, PenTool, Star, Trash2 } from "lucide-react";
import { deleteDiagram, duplicateDiagram, groupDiagram, starDiagram } from "../../diagrams/changes";
import type { DiagramGroup, DiagramSummary } from "../../diagrams/queries";
import { day } from "../../language/format";
import { Link, useGo } from "../../navigation/link";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { type Entry, Menu } from "../../ui/menu";

type TileProps = { diagram: DiagramSummary; groups: readonly DiagramGroup[]; mayManage: boolean };

/** Shows a diagram as a picture, with its verbs. */
export function Tile({ diagram, groups, mayManage }: TileProps) {
  const { t } = useLingui();
  const { id, name, description, thumbnail, card_count, created_by_name, updated_at, is_favorite } = diagram;
  const title = name || t`Without a name`;
  return (
    <li className="tile">
      <Link to="/diagrams/$id" params={{ id }} className="tile-main">
        <span className="tile-picture">
          {thumbnail ? <img src={thumbnail} alt="" loading="lazy" /> : <Icon of={PenTool} />}
        </span>
        <span className="tile-name w2 trunc" title={description ?? undefined}>
          {title}
        </span>
      </Link>
      <div className="tile-line c3 t12">
        <span className="trunc">
          <Plural value={card_count} one="# card" other="# cards" /> · {day(updated_at)}
          {created_by_name && ` · ${created_by_name}`}
        </span>
        <span className="sp" />
        <IconButton
          icon={Star}
          size={14}
          className={is_favorite ? "starred" : ""}
          label={is_favorite ? t`Take the star off ${title}` : t`Star ${title}`}
          onPress={() => void starDiagram(diagram, !is_favorite)}
        />
        {mayManage && <TileMenu diagram={diagram} groups={groups} title={title} />}
      </div>
    </li>
  );
}

type MenuProps = { diagram: DiagramSummary; groups: readonly DiagramGroup[]; title: string };

function TileMenu({ diagram, groups, title }: MenuProps) {
  const { t } = useLingui();
  const go = useGo();
  const { group_ids } = diagram;
  const toggled = (id: string) => (group_ids.includes(id) ? group_ids.filter((one) => one !== id) : [...group_ids, id]);
  const entries: Entry[] = [
    {
      id: "duplicate",
      label: t`Duplicate`,
      icon: Copy,
      run: async () => {
        const id = await duplicateDiagram(diagram);
        if (id) go({ to: "/diagrams/$id", params: { id } });
      },
    },
    ...groups.map((group, at) => ({
      id: group.id,
      label: t`In ${group.name}`,
      begins: at === 0,
      isChosen: group_ids.includes(group.id),
      run: () => groupDiagram(diagram, toggled(group.id)),
    })),
    { id: "delete", label: t`Delete`, icon: Trash2, begins: true, run: () => deleteDiagram(diagram) },
  ];
  return (
    <Menu
      label={t`${title}: more`}
      trigger={<IconButton icon={Ellipsis} size={14} label={t`More about ${title}`} />}
      entries={entries}
    />
  );
}
