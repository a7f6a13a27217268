/** The choice of the scenarios and of their base, as chips. */
import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { SettingChip } from "../../reports/setting-chip";
import type { Scenario } from "../../scenarios/queries";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { Switch } from "../../ui/switch";
import { type Choice, MAX_SCENARIOS } from "./queries";

const PRESENT = "";

type ChoosingProps = {
  choice: Choice;
  /** The scenarios that one sees. */
  known: readonly Scenario[];
  setBase: (id: string | undefined) => void;
  add: (id: string) => void;
  setWeighed: (isWeighed: boolean) => void;
};

/** Shows the base, the way to one more scenario, and whether they are weighed. */
export function Choosing({ choice, known, setBase, add, setWeighed }: ChoosingProps) {
  const { t } = useLingui();
  const { scenarios, base, weights } = choice;
  const others = known.filter(({ id }) => !scenarios.includes(id));
  return (
    <div className="chips">
      <div className="chip-row">
        <SettingChip
          name={t`Base`}
          value={base ?? PRESENT}
          options={[{ value: PRESENT, label: t`today` }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(next) => setBase(next === PRESENT ? undefined : next)}
        />
        {scenarios.length < MAX_SCENARIOS && <AddScenario offered={others.filter(({ id }) => id !== base)} add={add} />}
        {scenarios.length > 0 && (
          <Switch isOn={weights !== undefined} onChange={setWeighed}>
            {t`Weigh them`}
          </Switch>
        )}
      </div>
    </div>
  );
}

/** Shows the menu of the scenarios that can be added; nothing when there is none. */
export function AddScenario({ offered, add }: { offered: readonly Scenario[]; add: (id: string) => void }) {
  const { t } = useLingui();
  if (offered.length === 0) return null;
  return (
    <Menu
      label={t`Add a scenario`}
      trigger={
        <Button icon={Plus} aria-label={t`Add a scenario`}>
          {t`Scenario`}
        </Button>
      }
      entries={offered.map(({ id, name }) => ({ id, label: name, run: () => add(id) }))}
    />
  );
}
