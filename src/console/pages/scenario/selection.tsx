/** The changes that are selected: merged by themselves, or planned as an initiative, in the place of the foot. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarRange, GitMerge, ListChecks, X } from "lucide-react";
import { useCommands } from "../../commands/command";
import { Button } from "../../ui/button";

type SelectionProps = {
  count: number;
  isBusy: boolean;
  all: () => void;
  clear: () => void;
  merge: () => void;
  plan: () => void;
};

/** Shows what can be done with the changes that are selected. */
export function ChangeSelection({ count, isBusy, all, clear, merge, plan }: SelectionProps) {
  const { t } = useLingui();
  useCommands([
    { id: "changes.clear", label: t`Select nothing`, keys: ["escape"], quiet: true, run: clear },
    { id: "changes.plan", label: t`Plan as initiative`, keys: ["i"], run: plan },
  ]);
  return (
    <div className="foot selection-bar num" role="toolbar" aria-label={t`Selected changes`}>
      <b>
        <Plural value={count} one="# selected" other="# selected" />
      </b>
      <Button icon={CalendarRange} keys="i" writes onPress={plan}>
        <Trans>Plan as initiative</Trans>
      </Button>
      <Button icon={GitMerge} writes isDisabled={isBusy} onPress={merge}>
        <Trans>Merge them</Trans>
      </Button>
      <Button icon={ListChecks} onPress={all}>
        <Trans>Select all</Trans>
      </Button>
      <span className="sp" />
      <Button icon={X} keys="escape" onPress={clear}>
        <Trans>Select nothing</Trans>
      </Button>
    </div>
  );
}
