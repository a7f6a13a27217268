/** A portal as it is built: its address, its cards, and what of each card it shows. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Globe, TriangleAlert } from "lucide-react";
import { approvals } from "../../cards/listed-fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { deletePortal, type PortalChanges, updatePortal } from "../../portals/changes";
import type { Portal, PortalFilters } from "../../portals/queries";
import { tagGroupsQuery } from "../../tags/queries";
import { CheckList } from "../../ui/check-list";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence, Side } from "../../ui/side";
import { Switch } from "../../ui/switch";
import { PartsTable } from "./shown-parts";

/** Shows the portal. */
export function PortalPanel({ portal, close }: { portal: Portal; close: () => void }) {
  const { t } = useLingui();
  const type = useTypes().get(portal.card_type);
  const { name, slug, is_published: isPublished } = portal;
  const save = (changes: PortalChanges) => updatePortal(portal, changes, t`The portal ${name} is changed`);
  return (
    <Side icon={Globe} kind={t`Portal`} label={name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">
            <EditedLine
              className="inp bare"
              label={t`Name`}
              value={name}
              isNeeded
              maxLength={200}
              save={(text) => save({ name: text })}
            />
          </h2>
        </div>
      </div>
      <Section>
        <KeyValue of={t`Published`}>
          <Switch
            label={t`Published`}
            isOn={isPublished}
            onChange={(is_published) =>
              void updatePortal(
                portal,
                { is_published },
                is_published ? t`Anybody can read ${name} now` : t`Nobody can read ${name} any more`,
              )
            }
          >
            {isPublished ? t`anybody can read it` : t`nobody sees it`}
          </Switch>
        </KeyValue>
        <KeyValue of={t`Address`}>
          <EditedLine label={t`Address`} value={slug} isNeeded maxLength={200} save={(text) => save({ slug: text })} />
        </KeyValue>
        {isPublished && (
          <KeyValue of="">
            <a href={`/portal/${slug}`} target="_blank" rel="noopener" className="lk portal-open">
              <Icon of={ExternalLink} size={12} /> <Trans>Open it as a visitor</Trans>
            </a>
          </KeyValue>
        )}
        <KeyValue of={t`What it is`}>
          <EditedLine
            label={t`What it is`}
            placeholder={t`A sentence for visitors, or nothing`}
            value={portal.description ?? ""}
            maxLength={2000}
            save={(text) => save({ description: text || null })}
          />
        </KeyValue>
        <KeyValue of={t`Cards of the type`}>{type ? labelOf(type) : portal.card_type}</KeyValue>
        {!type && (
          <Consequence icon={TriangleAlert}>
            <Trans>The type is hidden or gone; a portal of it may be empty.</Trans>
          </Consequence>
        )}
      </Section>
      <FilterSections portal={portal} save={save} />
      <PartsTable portal={portal} save={save} />
      <Section>
        <AskingVerb
          verb={t`Delete`}
          question={t`Its address leads nowhere then.`}
          run={async () => (await deletePortal(portal)) && close()}
        />
      </Section>
    </Side>
  );
}

type FilterProps = { portal: Portal; save: (changes: PortalChanges) => Promise<boolean> };

/** Shows which cards the portal shows: by approval, subtype and tags; all without any of these. */
function FilterSections({ portal, save }: FilterProps) {
  const { t } = useLingui();
  const type = useTypes().get(portal.card_type);
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const filters: PortalFilters = portal.filters ?? {};
  const set = (changes: PortalFilters) => void save({ filters: { ...filters, ...changes } });
  const subtypes = type?.subtypes ?? [];
  const tags = groups
    .filter(({ restrict_to_types: only }) => !only?.length || only.includes(portal.card_type))
    .flatMap((group) => group.tags.map(({ id, name }) => ({ value: id, label: `${group.name}: ${name}` })));
  const remark = (chosen: readonly unknown[] | null | undefined) => (chosen?.length ? undefined : t`all`);
  return (
    <>
      <Section title={t`Approval`} remark={remark(filters.approval_statuses)}>
        <CheckList
          label={t`Approval`}
          options={approvals()}
          chosen={filters.approval_statuses ?? []}
          onChange={(approval_statuses) => set({ approval_statuses })}
        />
      </Section>
      {subtypes.length > 0 && (
        <Section title={t`Subtypes`} remark={remark(filters.subtypes)}>
          <CheckList
            label={t`Subtypes`}
            options={subtypes.map((one) => ({ value: one.key, label: labelOf(one) }))}
            chosen={filters.subtypes ?? []}
            onChange={(next) => set({ subtypes: next })}
          />
        </Section>
      )}
      {tags.length > 0 && (
        <Section title={t`Tags`} remark={remark(filters.tag_ids)}>
          <CheckList
            label={t`Tags`}
            options={tags}
            chosen={filters.tag_ids ?? []}
            onChange={(tag_ids) => set({ tag_ids })}
          />
        </Section>
      )}
    </>
  );
}
