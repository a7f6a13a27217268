/** The panel in which home is arranged: parts are shown, hidden and moved, and saved reports are put on it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { savedReportsQuery } from "../../reports/queries";
import { Button, IconButton } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Popup } from "../../ui/popup";
import { Switch } from "../../ui/switch";
import {
  allParts,
  arrangeHome,
  type HomeLayout,
  type HomePart,
  listedParts,
  withPart,
  withPartMoved,
  withReports,
} from "./layout";

/** Shows the button with the panel. */
export function Arrange({ layout }: { layout: HomeLayout }) {
  const { t } = useLingui();
  const [isOpen, open] = useState(false);
  useCommands([{ id: "home.arrange", label: t`Arrange home`, icon: SlidersHorizontal, run: () => open(true) }]);
  return (
    <Popup
      label={t`Arrange home`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={<Button icon={SlidersHorizontal}>{t`Arrange`}</Button>}
    >
      {() => (
        <div className="arrange">
          <Parts layout={layout} />
          <Reports layout={layout} />
        </div>
      )}
    </Popup>
  );
}

/** Gives the names of the parts. */
function usePartNames(): Record<HomePart, string> {
  const { t } = useLingui();
  return {
    figures: t`Figures`,
    waiting: t`Waits for me`,
    cards: t`My cards`,
    reports: t`Saved reports`,
    changed: t`What changed`,
  };
}

function Parts({ layout }: { layout: HomeLayout }) {
  const { t } = useLingui();
  const names = usePartNames();
  const listed = listedParts(layout);
  const save = (next: HomeLayout) => void arrangeHome(next);
  return (
    <section aria-label={t`Parts`}>
      <h3>{t`Parts`}</h3>
      {allParts(layout).map((part) => {
        const at = listed.indexOf(part);
        const isShown = layout.parts.includes(part);
        const name = names[part];
        return (
          <div key={part} className="arrange-part">
            <Switch isOn={isShown} onChange={(isOn) => save(withPart(layout, part, isOn))}>
              {name}
            </Switch>
            <span className="sp" />
            {part === "changed" ? (
              <span className="c3 t12">
                <Trans>at the side</Trans>
              </span>
            ) : (
              <>
                <IconButton
                  icon={ArrowUp}
                  size={14}
                  label={t`${name} further up`}
                  isDisabled={at <= 0}
                  onPress={() => save(withPartMoved(layout, part, -1))}
                />
                <IconButton
                  icon={ArrowDown}
                  size={14}
                  label={t`${name} further down`}
                  isDisabled={!isShown || at === listed.length - 1}
                  onPress={() => save(withPartMoved(layout, part, 1))}
                />
              </>
            )}
          </div>
        );
      })}
    </section>
  );
}

function Reports({ layout }: { layout: HomeLayout }) {
  const { t } = useLingui();
  const { data: reports = [] } = useQuery(savedReportsQuery);
  const known = new Set(reports.map(({ id }) => id));
  const chosen = layout.reports.filter((id) => known.has(id));
  const choose = (ids: string[]) => {
    // Reports stay in the order in which they were put here.
    const stay = layout.reports.filter((id) => !known.has(id) || ids.includes(id));
    void arrangeHome(withReports(layout, [...stay, ...ids.filter((id) => !stay.includes(id))]));
  };
  return (
    <section aria-label={t`Saved reports`}>
      <h3>{t`Saved reports on home`}</h3>
      <CheckList
        label={t`Saved reports on home`}
        options={reports.map(({ id: value, name: label }) => ({ value, label }))}
        chosen={chosen}
        onChange={choose}
        empty={<p className="c3 t12">{t`No report is saved yet; "Save as report…" on a map or a report does it.`}</p>}
      />
    </section>
  );
}
