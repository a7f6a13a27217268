/** The findings that are selected: decided, or deleted, in the place of the foot. */
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { decideMany, deleteFindings } from "../../compliance/changes";
import type { Decision } from "../../compliance/queries";
import { decisionWords } from "../../compliance/words";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { AskingVerb } from "../../ui/side";

type SelectionProps = {
  ids: readonly string[];
  rules: readonly { decision: Decision }[];
  clear: () => void;
};

/** Shows what is done with the findings that are selected. */
export function FindingSelection({ ids, rules, clear }: SelectionProps) {
  const { t } = useLingui();
  const words = decisionWords();
  // Accepting needs a reason of its own for each, and risks are made one by one.
  const offered = rules.map(({ decision }) => decision).filter((one) => one !== "accepted" && one !== "risk_tracked");
  return (
    <footer className="foot selection-bar">
      <b>
        <Plural value={ids.length} one="# finding selected" other="# findings selected" />
      </b>
      <Menu
        label={t`Decide`}
        trigger={<Button look="line">{t`Decide`}</Button>}
        entries={offered.map((decision) => ({
          id: decision,
          label: words[decision],
          run: async () => {
            if (await decideMany(ids, decision)) clear();
          },
        }))}
      />
      <AskingVerb
        icon={Trash2}
        verb={t`Delete`}
        question={plural(ids.length, {
          one: "Delete # finding? A risk that tracks it stays.",
          other: "Delete # findings? The risks that track them stay.",
        })}
        run={async () => {
          if (await deleteFindings(ids)) clear();
        }}
      />
      <span className="sp" />
      <Button onPress={clear}>
        <Trans>Clear the selection</Trans>
      </Button>
    </footer>
  );
}
