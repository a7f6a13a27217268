/** The way to the past: the day as of which the open page is shown. */
import { useLingui } from "@lingui/react/macro";
import { History } from "lucide-react";
import { Button } from "react-aria-components";
import { DateForm } from "../reports/setting-chip";
import { goToMoment, shownDay, shownMoment } from "../server/moment";
import { enteredScenario } from "../server/scenario";
import { Hint } from "../ui/hint";
import { Icon } from "../ui/icon";
import { Popup } from "../ui/popup";

/** Shows it in the rail; nothing in a scenario, which has no past. */
export function MomentChoice({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  if (enteredScenario) return null;
  const name = t`The landscape as of…`;
  const button = (
    <Button className={shownMoment === undefined ? "nav" : "nav on"} aria-label={isFolded ? name : undefined}>
      <Icon of={History} />
      {!isFolded && <span className="trunc">{name}</span>}
    </Button>
  );
  return (
    <Popup label={name} trigger={isFolded ? <Hint text={name}>{button}</Hint> : button}>
      {(close) => <DateForm at={shownDay} onChange={goToMoment} close={close} />}
    </Popup>
  );
}
