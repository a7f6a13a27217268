/** The lists, one below the other; each entry is edited in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { principlesShownQuery } from "../../catalogues/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { NamePopup } from "../../ui/name-form";
import { Failed, LoadingRows } from "../../ui/states";
import { Subject } from "../../ui/subject";
import { Switch } from "../../ui/switch";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import * as changes from "./changes";
import {
  type Principle,
  principlesQuery,
  type Regulation,
  type ResourceType,
  regulationsQuery,
  resourceTypesQuery,
} from "./queries";

export default function ListsPage() {
  const { t } = useLingui();
  const { data: shown } = useQuery(principlesShownQuery);
  return (
    <PageFrame label={t`Lists`} title={<AdministrationTrail>{t`Lists`}</AdministrationTrail>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`Lists`}>
        <Regulations />
        <ResourceTypes
          kind="link_type"
          title={t`Kinds of links`}
          help={t`What a link on a card leads to: documentation, a contract, a dashboard.`}
        />
        <ResourceTypes kind="file_category" title={t`Categories of files`} help={t`What a file on a card is.`} />
        {shown?.enabled !== false && <Principles />}
      </section>
      <Foot>
        <span>
          <Trans>Saved when a field is left</Trans>
        </span>
        <span className="sp" />
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

type ListProps = {
  title: string;
  help: string;
  reading: { data: readonly unknown[] | undefined; error: unknown; refetch: () => unknown };
  /** The words for a new entry: of its button, and of its name. */
  fresh: [button: string, field: string];
  make: (name: string) => unknown;
  children: ReactNode;
};

/** Shows a list: a name and a sentence at the left, its entries at the right. */
function List({ title, help, reading: { data, error, refetch }, fresh: [button, field], make, children }: ListProps) {
  const { t } = useLingui();
  return (
    <Subject title={title} help={help}>
      {error !== null && <Failed error={error} retry={refetch} />}
      {!data && error === null && <LoadingRows rows={4} />}
      {data?.length === 0 && <p className="c3">{t`There are none yet.`}</p>}
      {data && <ul className="entries">{children}</ul>}
      {data && (
        <NamePopup
          label={button}
          trigger={
            <Button look="line" icon={Plus} aria-label={button}>
              <Trans>New</Trans>
            </Button>
          }
          field={field}
          verb={t`Create`}
          make={make}
        />
      )}
    </Subject>
  );
}

type EntryProps = {
  one: Regulation | ResourceType;
  save: (changes: changes.EntryChanges) => Promise<boolean>;
  remove: () => unknown;
};

/** Shows an entry: its name, what it is, whether it is on, and its end, unless it is built in. */
function Entry({ one: { label, description, is_enabled, built_in }, save, remove }: EntryProps) {
  const { t } = useLingui();
  return (
    <li className="entry">
      <EditedLine
        label={t`Name of ${label}`}
        value={label}
        isNeeded
        maxLength={300}
        save={(text) => save({ label: text })}
      />
      <EditedLine
        label={t`Description of ${label}`}
        placeholder={t`A sentence, or nothing`}
        value={description ?? ""}
        maxLength={2000}
        save={(text) => save({ description: text || null })}
      />
      <Switch label={t`${label} is on`} isOn={is_enabled} onChange={(isOn) => void save({ is_enabled: isOn })}>
        {is_enabled ? t`On` : t`Off`}
      </Switch>
      <span className="entry-end">
        {built_in ? (
          <span className="c3 t12">{t`built in`}</span>
        ) : (
          <IconButton icon={Trash2} size={14} label={t`Delete ${label}`} writes onPress={() => void remove()} />
        )}
      </span>
    </li>
  );
}

function Regulations() {
  const { t } = useLingui();
  const reading = useQuery(regulationsQuery);
  return (
    <List
      title={t`Regulations`}
      help={t`What compliance is assessed against. One that is off is left out of scans; its findings stay.`}
      reading={reading}
      fresh={[t`New regulation`, t`Name of the regulation`]}
      make={changes.createRegulation}
    >
      {reading.data?.map((one) => (
        <Entry
          key={one.id}
          one={one}
          save={(wanted) => changes.updateRegulation(one, wanted)}
          remove={() => changes.deleteRegulation(one)}
        />
      ))}
    </List>
  );
}

function ResourceTypes({ kind, title, help }: { kind: ResourceType["kind"]; title: string; help: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(resourceTypesQuery);
  const own = data?.filter((one) => one.kind === kind);
  return (
    <List
      title={title}
      help={help}
      reading={{ data: own, error, refetch }}
      fresh={[t`New: ${title}`, t`Name`]}
      make={(name) => changes.createResourceType(kind, name)}
    >
      {own?.map((one) => (
        <Entry
          key={one.id}
          one={one}
          save={(wanted) => changes.updateResourceType(one, wanted)}
          remove={() => changes.deleteResourceType(one)}
        />
      ))}
    </List>
  );
}

function Principles() {
  const { t } = useLingui();
  const reading = useQuery(principlesQuery);
  return (
    <List
      title={t`Principles`}
      help={t`What the organisation has agreed on, with the reason and what follows from it.`}
      reading={reading}
      fresh={[t`New principle`, t`The principle in a few words`]}
      make={changes.createPrinciple}
    >
      {reading.data?.map((one) => (
        <PrincipleEntry key={one.id} one={one} />
      ))}
    </List>
  );
}

function PrincipleEntry({ one }: { one: Principle }) {
  const { t } = useLingui();
  const { title, is_active } = one;
  const save = (wanted: changes.PrincipleChanges) => changes.updatePrinciple(one, wanted);
  const texts = [
    ["description", t`What it says`],
    ["rationale", t`The reason`],
    ["implications", t`What follows from it`],
  ] as const;
  return (
    <li className="entry principle">
      <EditedLine
        label={t`Name of ${title}`}
        value={title}
        isNeeded
        maxLength={300}
        save={(text) => save({ title: text })}
      />
      <Switch label={t`${title} holds`} isOn={is_active} onChange={(isOn) => void save({ is_active: isOn })}>
        {is_active ? t`holds` : t`doesn't hold`}
      </Switch>
      <span className="entry-end">
        <IconButton
          icon={Trash2}
          size={14}
          label={t`Delete ${title}`}
          writes
          onPress={() => void changes.deletePrinciple(one)}
        />
      </span>
      {texts.map(([name, word]) => (
        <EditedLine
          key={name}
          className="inp line whole"
          label={`${word}: ${title}`}
          placeholder={word}
          value={one[name] ?? ""}
          maxLength={2000}
          save={(text) => save({ [name]: text || null })}
        />
      ))}
    </li>
  );
}
