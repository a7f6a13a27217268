/** A group or a tag next to the list: its rules, and what its deletion takes along. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, Gauge, LayoutGrid, Tag as TagIcon, Tags } from "lucide-react";
import { formatFilter } from "../../filters/condition";
import { labelOf, typesQuery } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { Button } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { ColorField } from "../../ui/color-field";
import { EditedLine } from "../../ui/edited-line";
import { KeyValue, Section } from "../../ui/section";
import { Segments } from "../../ui/segments";
import { AskingVerb, Consequence, Side } from "../../ui/side";
import { Switch } from "../../ui/switch";
import { deleteGroup, deleteTag, updateGroup, updateTag } from "./changes";
import type { Tag, TagGroup } from "./queries";

/** The colour of a tag that has none. */
export const NO_COLOR = "#9aa0a6";

type GroupPanelProps = {
  group: TagGroup;
  /** The cards that have one of its tags; undefined until they are counted. */
  count: number | undefined;
  close: () => void;
};

/** Shows a group. */
export function GroupPanel({ group, count, close }: GroupPanelProps) {
  const { t } = useLingui();
  const { data: types = [] } = useQuery(typesQuery);
  const { name } = group;
  const only = group.restrict_to_types ?? [];
  const changed = t`The group ${name} is changed`;
  return (
    <Side icon={Tags} kind={t`Group of tags`} label={name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">
            <EditedLine
              className="inp bare"
              label={t`Name of the group`}
              value={name}
              isNeeded
              save={(text) => updateGroup(group, { name: text }, t`${name} is called ${text} now`)}
            />
          </h2>
        </div>
      </div>
      <Section>
        <KeyValue of={t`What it asks`}>
          <EditedLine
            style={{ width: "100%" }}
            label={t`What it asks`}
            placeholder={t`A sentence, or nothing`}
            value={group.description ?? ""}
            save={(text) => updateGroup(group, { description: text || null }, changed)}
          />
        </KeyValue>
        <KeyValue of={t`A card has`}>
          <Segments
            label={t`A card has`}
            value={group.mode}
            options={[
              { value: "single", label: t`one` },
              { value: "multi", label: t`any number` },
            ]}
            onChange={(mode) => void updateGroup(group, { mode }, changed)}
          />
        </KeyValue>
        <KeyValue of={t`Must be set`}>
          <Switch
            label={t`Must be set`}
            isOn={group.mandatory}
            onChange={(mandatory) => void updateGroup(group, { mandatory }, changed)}
          >
            {group.mandatory ? t`before a card is approved; counts in the quality` : t`No`}
          </Switch>
        </KeyValue>
      </Section>
      <Section title={t`Only for`} remark={only.length === 0 ? t`all types` : undefined}>
        <CheckList
          label={t`Only for`}
          options={types.map((type) => ({ value: type.key, label: labelOf(type) }))}
          chosen={only}
          onChange={(keys) => void updateGroup(group, { restrict_to_types: keys.length > 0 ? keys : null }, changed)}
        />
      </Section>
      <Section title={t`If the group is deleted`}>
        <Consequence icon={TagIcon}>
          {plural(group.tags.length, { one: "# tag goes with it.", other: "# tags go with it." })}
        </Consequence>
        <Lost count={count} />
        {group.mandatory && (
          <Consequence icon={Gauge}>
            <Trans>It need not be set any more: the quality of the cards is counted again.</Trans>
          </Consequence>
        )}
        <DeletionVerb
          verb={t`Delete the group`}
          isUsed={(count ?? 1) > 0 || group.tags.length > 0}
          run={async () => (await deleteGroup(group)) && close()}
        />
      </Section>
    </Side>
  );
}

type TagPanelProps = { tag: Tag; group: TagGroup; count: number | undefined; close: () => void };

/** Shows a tag. */
export function TagPanel({ tag, group, count, close }: TagPanelProps) {
  const { t } = useLingui();
  const { name } = tag;
  const filter = formatFilter({
    conditions: [{ field: `tag.${group.id}`, isNegated: false, kind: "values", values: [tag.id] }],
    search: "",
  });
  return (
    <Side icon={TagIcon} kind={t`Tag`} label={name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">
            <EditedLine
              className="inp bare"
              label={t`Name of the tag`}
              value={name}
              isNeeded
              save={(text) => updateTag(tag, { name: text }, t`${name} is called ${text} now`)}
            />
          </h2>
          <p className="c2 t12">{t`Tag of ${group.name}`}</p>
        </div>
      </div>
      <Section>
        <KeyValue of={t`Colour`}>
          <ColorField
            label={t`Colour`}
            value={tag.color ?? NO_COLOR}
            onChange={(color) => void updateTag(tag, { color }, t`${name} has another colour`)}
          />
          {tag.color ? (
            <Button className="lk" onPress={() => void updateTag(tag, { color: null }, t`${name} has no colour`)}>
              <Trans>None</Trans>
            </Button>
          ) : (
            <span className="c3">{t`none`}</span>
          )}
        </KeyValue>
        <KeyValue of={t`Meaning`}>
          <EditedLine
            style={{ width: "100%" }}
            label={t`Meaning`}
            placeholder={t`A sentence, or nothing`}
            value={tag.description ?? ""}
            save={(text) => updateTag(tag, { description: text || null }, t`${name} is described`)}
          />
        </KeyValue>
        <KeyValue of={t`Cards`}>
          {count ?? ""}
          <span className="sp" />
          {count !== undefined && count > 0 && (
            <Link to="/inventory" search={{ filter }} className="lk">
              <Trans>Show</Trans>
            </Link>
          )}
        </KeyValue>
      </Section>
      <Section title={t`If the tag is deleted`}>
        <Lost count={count} />
        {group.mandatory && count !== undefined && count > 0 && (
          <Consequence icon={Gauge}>
            <Trans>A tag of {group.name} must be set: cards without another one can't be approved.</Trans>
          </Consequence>
        )}
        <DeletionVerb
          verb={t`Delete the tag`}
          isUsed={(count ?? 1) > 0}
          run={async () => (await deleteTag(tag)) && close()}
        />
      </Section>
    </Side>
  );
}

/** Shows how many cards lose something. */
function Lost({ count }: { count: number | undefined }) {
  return (
    <Consequence icon={count === 0 ? Check : LayoutGrid}>
      {count === undefined ? (
        <Trans>Counting…</Trans>
      ) : count === 0 ? (
        <Trans>No card has it.</Trans>
      ) : (
        plural(count, { one: "# card loses it, archived ones too.", other: "# cards lose it, archived ones too." })
      )}
    </Consequence>
  );
}

type DeletionVerbProps = { verb: string; isUsed: boolean; run: () => unknown };

function DeletionVerb({ verb, isUsed, run }: DeletionVerbProps) {
  const { t } = useLingui();
  return isUsed ? (
    <AskingVerb verb={verb} question={t`This can't be undone.`} run={run} />
  ) : (
    <Button className="verb" onPress={() => void run()}>
      {verb}
    </Button>
  );
}
