/** The page of keys: every command that has one, derived from the list of commands; those of the page from which one came go first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type Command, rememberedCommands, useAllCommands } from "../../commands/command";
import { singleKeys } from "../../commands/keys";
import { useStore } from "../../state/store";
import { PageFrame } from "../../ui/bars";
import { Keys } from "../../ui/keys";
import { Segments } from "../../ui/segments";

export default function KeysPage() {
  const { t } = useLingui();
  const withLetters = useStore(singleKeys);
  const groups = Map.groupBy(
    [...rememberedCommands(), ...useAllCommands()].filter(({ keys = [] }) => keys.length > 0),
    ({ group }) => group ?? t`The page before`,
  );
  return (
    <PageFrame
      title={<Trans>Keys</Trans>}
      actions={
        <Segments
          label={t`Single letters`}
          value={withLetters ? "on" : "off"}
          onChange={(value) => singleKeys.update(() => value === "on")}
          options={[
            { value: "on", label: t`Single letters act` },
            { value: "off", label: t`They don't` },
          ]}
        />
      }
    >
      <div className="scroll keys-page">
        {[...groups].map(([group, commands]) => (
          <Group key={group} name={group} commands={commands} />
        ))}
      </div>
    </PageFrame>
  );
}

function Group({ name, commands }: { name: string; commands: readonly Command[] }) {
  return (
    <section className="keys-group">
      <h2 className="h3">{name}</h2>
      <dl>
        {commands.map(({ id, label, keys = [] }) => (
          <div className="kv" key={id}>
            <dt>
              <Keys of={keys[0] ?? ""} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
