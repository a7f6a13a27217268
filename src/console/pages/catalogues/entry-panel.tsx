/** An entry next to the tree: what the catalogue says of it, and the card that it has become. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BookOpen } from "lucide-react";
import type { Entry, Version } from "../../catalogues/queries";
import { Link } from "../../navigation/link";
import { Button } from "../../ui/button";
import { KeyValue, Section } from "../../ui/section";
import { Side } from "../../ui/side";

type PanelProps = {
  entry: Entry;
  version: Version;
  names: ReadonlyMap<string, string>;
  isPicked: boolean;
  pick: () => void;
  close: () => void;
};

/** Shows the panel. */
export function EntryPanel({ entry, version, names, isPicked, pick, close }: PanelProps) {
  const { t } = useLingui();
  const texts: [string, unknown][] = [
    [t`Industry`, entry["industry"] ?? entry["industries"]],
    [t`Other names`, entry["aliases"]],
    [t`Includes`, entry["in_scope"]],
    [t`Leaves out`, entry["out_of_scope"]],
    [t`Realises`, named(entry["realizes_capability_ids"], names)],
    [t`Notes`, entry["notes"]],
  ];
  return (
    <Side icon={BookOpen} kind={entry.id} label={entry.name} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{entry.name}</h2>
        {typeof entry["description"] === "string" && <p className="c2">{entry["description"]}</p>}
      </div>
      {texts.some(([, value]) => wordsOf(value) !== "") && (
        <Section>
          {texts.map(
            ([of, value]) =>
              wordsOf(value) !== "" && (
                <KeyValue key={of} of={of}>
                  <span className="catalogue-value">{wordsOf(value)}</span>
                </KeyValue>
              ),
          )}
        </Section>
      )}
      <Section>
        {entry.existing_card_id ? (
          <Link to="/cards/$id" params={{ id: entry.existing_card_id }} className="lk">
            <Trans>Open the card that it has become</Trans>
          </Link>
        ) : (
          <Button look="line" keys="x" onPress={pick}>
            {isPicked ? t`Leave it out` : t`Pick it with all below it`}
          </Button>
        )}
      </Section>
      {version.credit && (
        <Section title={t`Where it comes from`}>
          <p className="c2 t12">{version.credit}</p>
        </Section>
      )}
    </Side>
  );
}

const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.filter((one) => typeof one === "string").join(", ")
    : typeof value === "string"
      ? value
      : "";

/** Returns the names of entries, as far as they are of the same catalogue. */
const named = (ids: unknown, names: ReadonlyMap<string, string>): string[] =>
  Array.isArray(ids) ? ids.flatMap((id) => names.get(String(id)) ?? []) : [];
