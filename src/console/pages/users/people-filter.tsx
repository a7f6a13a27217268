/** The filters of the list of people: who, which role, and a part of their names. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { Button } from "react-aria-components";
import { useCommands } from "../../commands/command";
import { rolesQuery } from "../../roles/queries";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { SearchLine } from "../../ui/search-line";
import { users } from "./page";

/** Shows the filters; all of them are in the address. */
export function PeopleFilter() {
  const { t } = useLingui();
  const { show = "active", role, name = "" } = users.useSearch();
  const setSearch = users.useSetSearch();
  const { data: roles = [] } = useQuery(rolesQuery);
  const field = useRef<HTMLInputElement>(null);
  useCommands([{ id: "people.filter", label: t`Filter`, keys: ["/"], quiet: true, run: () => field.current?.focus() }]);
  const kinds = {
    active: t`who may sign in`,
    all: t`everybody`,
    locked: t`locked`,
    never: t`never seen`,
    unseen: t`not seen for 90 days`,
    unprotected: t`without a second factor`,
  };
  return (
    <div className="chips">
      <Setting
        name={t`Show`}
        value={kinds[show]}
        entries={Object.entries(kinds).map(([id, label]) => ({
          id,
          label,
          isChosen: id === show,
          run: () => setSearch({ show: id === "active" ? undefined : (id as "all") }),
        }))}
      />
      <Setting
        name={t`Role`}
        value={roles.find(({ key }) => key === role)?.label ?? t`any`}
        entries={[
          { id: "", label: t`any`, isChosen: role === undefined, run: () => setSearch({ role: undefined }) },
          ...roles.map(({ key, label }) => ({
            id: key,
            label,
            isChosen: key === role,
            run: () => setSearch({ role: key }),
          })),
        ]}
      />
      <SearchLine
        ref={field}
        className="inp line"
        width={180}
        label={t`Name or address`}
        value={name}
        onChange={(name) => setSearch({ name }, { replace: true })}
      />
    </div>
  );
}

type SettingProps = { name: string; value: string; entries: Parameters<typeof Menu>[0]["entries"] };

/** Shows a setting of the view, which can be changed and not taken away. */
function Setting({ name, value, entries }: SettingProps) {
  return (
    <Menu
      label={name}
      trigger={
        <Button className="chip">
          <span className="k">{name}</span>
          <span>{value}</span>
          <span className="x">
            <Icon of={ChevronDown} size={12} />
          </span>
        </Button>
      }
      entries={entries}
    />
  );
}
