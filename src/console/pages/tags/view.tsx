/** Tag groups as a list, each with its tags and how many cards have them. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import type { CSSProperties } from "react";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { tagGroupsQuery } from "../../tags/queries";
import { Grip, useDropTarget } from "../../ui/arranged";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { ColorField } from "../../ui/color-field";
import { Icon } from "../../ui/icon";
import { NamePopup } from "../../ui/name-form";
import { goThroughRows, RowName } from "../../ui/row-name";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import { createGroup, createTag, moveTag, placeTag, updateTag } from "./changes";
import { tags as page } from "./page";
import { GroupPanel, NO_COLOR, TagPanel } from "./panels";
import { type Tag, type TagGroup, tagUsageQuery } from "./queries";

const COLUMNS = "28px 40px minmax(150px,1fr) minmax(0,1fr) 118px";
const DRAGGED = "text/x-tag";

export default function TagsPage() {
  const { t } = useLingui();
  const { group: groupId, tag: tagId } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data: groups, error, refetch } = useQuery(tagGroupsQuery);
  const { data: usage } = useQuery(tagUsageQuery);
  const close = () => setSearch({ group: undefined, tag: undefined }, { replace: true });
  const all = groups?.flatMap(({ tags }) => tags) ?? [];
  const tag = all.find(({ id }) => id === tagId);
  const group = groups?.find(({ id }) => id === (tag?.tag_group_id ?? groupId));
  const unused = usage ? all.filter(({ id }) => !usage.get(id)).length : 0;
  return (
    <PageFrame label={t`Tags`} title={<AdministrationTrail>{t`Tags`}</AdministrationTrail>} actions={<NewGroup />}>
      <div className="work">
        <section className="col" aria-label={t`Tags`}>
          {error && <Failed error={error} retry={refetch} />}
          {!groups && !error && <LoadingRows rows={14} />}
          {groups?.length === 0 && (
            <Empty title={<Trans>There are no tags yet</Trans>} actions={<NewGroup />}>
              <Trans>A group asks one question of cards, such as the domain; its tags are the answers.</Trans>
            </Empty>
          )}
          {groups && groups.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
            <section className="scroll" tabIndex={0} aria-label={t`Groups of tags`} onKeyDown={goThroughRows}>
              {groups.map((one) => (
                <GroupRows key={one.id} group={one} usage={usage} isCurrent={one === group && !tag} current={tag} />
              ))}
            </section>
          )}
        </section>
        {tag && group && <TagPanel key={tag.id} tag={tag} group={group} count={usage?.get(tag.id)} close={close} />}
        {!tag && group && <GroupPanel key={group.id} group={group} count={usage?.get(group.id)} close={close} />}
      </div>
      <Foot>
        <span>
          <b>{groups?.length ?? 0}</b> {plural(groups?.length ?? 0, { one: "group", other: "groups" })}
        </span>
        <span>
          <b>{all.length}</b> {plural(all.length, { one: "tag", other: "tags" })}
        </span>
        {unused > 0 && <span>{plural(unused, { one: "# on no card", other: "# on no card" })}</span>}
        <span className="sp" />
        <KeyHint keys={["e"]}>
          <Trans>rename</Trans>
        </KeyHint>
        <KeyHint keys={["alt+arrowup", "alt+arrowdown"]}>
          <Trans>move</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

function NewGroup() {
  const { t } = useLingui();
  return (
    <NamePopup
      label={t`New group`}
      trigger={
        <Button look="line" icon={Plus} aria-label={t`New group`}>
          <Trans>Group</Trans>
        </Button>
      }
      field={t`Name of the group`}
      verb={t`Create`}
      make={createGroup}
    />
  );
}

type GroupRowsProps = {
  group: TagGroup;
  usage: ReadonlyMap<string, number> | undefined;
  isCurrent: boolean;
  current: Tag | undefined;
};

/** Shows a group as a bar with its rules, then its tags. */
function GroupRows({ group, usage, isCurrent, current }: GroupRowsProps) {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const types = useTypes();
  const only = group.restrict_to_types ?? [];
  const rules = [
    ...(group.mode === "single" ? [t`one of them`] : []),
    ...(group.mandatory ? [t`must be set`] : []),
    ...(only.length > 0
      ? [t`only for ${only.map((key) => labelOf(types.get(key) ?? { label: key })).join(", ")}`]
      : []),
  ];
  return (
    <section className="admin-list" aria-label={t`Group ${group.name}`}>
      <div className={isCurrent ? "gsec on" : "gsec"}>
        <button
          type="button"
          className="gsec-name"
          aria-current={isCurrent || undefined}
          onClick={() => setSearch({ group: group.id, tag: undefined }, { replace: true })}
        >
          <Icon of={Tags} size={14} className="c3" />
          <b className="trunc">{group.name}</b>
          <span className="c3 num">{group.tags.length}</span>
        </button>
        <span className="c3 trunc">{rules.join(" · ")}</span>
        <span className="sp" />
        {usage && (
          <span className="c3 num">{plural(usage.get(group.id) ?? 0, { one: "# card", other: "# cards" })}</span>
        )}
        <NamePopup
          label={t`New tag`}
          trigger={
            <Button icon={Plus} aria-label={t`New tag in ${group.name}`}>
              <Trans>Tag</Trans>
            </Button>
          }
          field={t`Name of the tag`}
          verb={t`Create`}
          make={(name) => createTag(group, name)}
        />
      </div>
      <ul aria-label={t`Tags of ${group.name}`} className="rows" style={{ "--cols": COLUMNS } as CSSProperties}>
        {group.tags.map((tag, at) => (
          <TagRow
            key={tag.id}
            group={group}
            tag={tag}
            at={at}
            count={usage ? (usage.get(tag.id) ?? 0) : undefined}
            total={usage?.get(group.id)}
            isCurrent={tag === current}
          />
        ))}
      </ul>
    </section>
  );
}

type TagRowProps = {
  group: TagGroup;
  tag: Tag;
  at: number;
  count: number | undefined;
  total: number | undefined;
  isCurrent: boolean;
};

function TagRow({ group, tag, at, count, total, isCurrent }: TagRowProps) {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const { name } = tag;
  const drop = useDropTarget(DRAGGED, (id) => {
    if (id !== tag.id && group.tags.some((one) => one.id === id)) void placeTag(group, id, at);
  });
  return (
    <li className={`gr ${isCurrent ? "sel" : ""} ${drop.isOver ? "over" : ""}`} {...drop.handlers}>
      <Grip kind={DRAGGED} dragged={tag.id} />
      <div>
        <ColorField
          label={t`Colour of ${name}`}
          value={tag.color ?? NO_COLOR}
          onChange={(color) => void updateTag(tag, { color }, t`${name} has another colour`)}
        />
      </div>
      <div className="name">
        <RowName
          name={name}
          label={t`Name of the tag`}
          isCurrent={isCurrent}
          open={() => setSearch({ tag: tag.id, group: undefined }, { replace: true })}
          rename={(text) => updateTag(tag, { name: text }, t`${name} is called ${text} now`)}
          move={(step) => void moveTag(group, tag, step)}
        />
      </div>
      <div className="c3 t12">
        <span className="trunc">{tag.description}</span>
      </div>
      <div className="num">
        <span className="qm" style={{ width: 32 }} aria-hidden>
          <i style={{ width: `${total ? ((count ?? 0) / total) * 100 : 0}%` }} />
        </span>
        <span>{count === undefined ? "" : number(count)}</span>
      </div>
    </li>
  );
}
