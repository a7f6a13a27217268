/** The people who are selected: given a role, let in or not, or removed, in the place of the foot. */
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Trash2, UserCheck, UserCog, UserX, X } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import type { Account } from "../../people/queries";
import { rolesQuery } from "../../roles/queries";
import { useMe } from "../../server/session";
import { AskDialog } from "../../ui/ask-dialog";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { deleteAccounts, updateAccounts } from "./changes";
import { Orphans } from "./orphans";

type SelectionProps = { accounts: readonly Account[]; clear: () => void };

/** Shows what can be done with the people who are selected. */
export function PeopleSelection({ accounts, clear }: SelectionProps) {
  const { t } = useLingui();
  const { data: roles = [] } = useQuery(rolesQuery);
  const inactive = accounts.filter(({ is_active }) => !is_active);
  const me = useMe();
  const active = accounts.filter(({ id, is_active }) => is_active && id !== me.id);
  const count = accounts.length;
  useCommands([{ id: "people.clear", label: t`Select nothing`, keys: ["escape"], quiet: true, run: clear }]);
  return (
    <footer className="foot selection-bar num" role="toolbar" aria-label={t`Selected people`}>
      <b>
        <Plural value={count} one="# selected" other="# selected" />
      </b>
      <Menu
        label={t`Role`}
        trigger={<Button icon={UserCog}>{t`Role`}</Button>}
        entries={roles.map(({ key, label }) => ({
          id: key,
          label,
          run: () =>
            updateAccounts(
              accounts,
              { role: key },
              plural(count, { one: `# person: ${label}`, other: `# people: ${label}` }),
            ),
        }))}
      />
      {active.length > 0 && (
        <Button
          icon={UserX}
          writes
          onPress={() =>
            void updateAccounts(
              active,
              { is_active: false },
              plural(active.length, {
                one: "# person may not sign in any more",
                other: "# people may not sign in any more",
              }),
            )
          }
        >
          <Trans>Deactivate</Trans>
        </Button>
      )}
      {inactive.length > 0 && (
        <Button
          icon={UserCheck}
          writes
          onPress={() =>
            void updateAccounts(
              inactive,
              { is_active: true },
              plural(inactive.length, { one: "# person may sign in", other: "# people may sign in" }),
            )
          }
        >
          <Trans>Activate</Trans>
        </Button>
      )}
      {inactive.length > 0 && <Removal accounts={inactive} clear={clear} />}
      <span className="sp" />
      <Button icon={X} keys="escape" onPress={clear}>
        <Trans>Select nothing</Trans>
      </Button>
    </footer>
  );
}

/** Shows the verb that removes accounts for good, which are not active any more. */
function Removal({ accounts, clear }: SelectionProps) {
  const { t } = useLingui();
  const [isAsking, ask] = useState(false);
  const count = accounts.length;
  const remove = async () => {
    if (await deleteAccounts(accounts)) clear();
  };
  return (
    <>
      <Button icon={Trash2} writes onPress={() => ask(true)}>
        <Trans>Remove…</Trans>
      </Button>
      <AskDialog
        label={t`Remove the selected accounts`}
        isOpen={isAsking}
        ask={ask}
        question={t`Remove for good?`}
        icon={Trash2}
        verb={t`Remove them`}
        leave={t`Leave them`}
        typed={{ label: t`Type ${count} to remove them`, text: String(count) }}
        run={remove}
      >
        <Plural
          value={count}
          one="# account that may not sign in any more goes, with its parts in cards. It can’t be brought back, nor undone."
          other="# accounts that may not sign in any more go, with their parts in cards. They can’t be brought back, nor undone."
        />
        <Orphans accounts={accounts} />
      </AskDialog>
    </>
  );
}
