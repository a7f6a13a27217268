/** A portal as it is built: its address, its cards, and what of each card it shows. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, Globe, TriangleAlert } from "lucide-react";
import { labelOf, useTypes } from "../../metamodel/queries";
import { deletePortal, type PortalChanges, updatePortal } from "../../portals/changes";
import type { Portal } from "../../portals/queries";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence, Side } from "../../ui/side";
import { Switch } from "../../ui/switch";
import { FilterSections } from "./filter-sections";
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
