/** The cards that would be without anybody who is responsible, once people are removed. */
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, LayoutGrid } from "lucide-react";
import { type Account, ownCardsQuery } from "../../people/queries";
import { Consequence } from "../../ui/side";

/** Cards that are named. */
const MAX_NAMED = 8;

/** Shows which cards they are. */
export function Orphans({ accounts }: { accounts: readonly Account[] }) {
  const ids = new Set(accounts.map(({ id }) => id));
  const { data, error } = useQuery(ownCardsQuery([...ids].sort()));
  if (error) return null;
  const orphans = (data?.cards ?? []).filter(({ stakeholders_by_role: roles }) =>
    (roles?.["responsible"] ?? []).every(({ user_id }) => ids.has(user_id)),
  );
  const names = orphans.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = orphans.length - names.length;
  return (
    <Consequence icon={orphans.length > 0 || !data?.isWhole ? LayoutGrid : Check}>
      {!data ? (
        <Trans>Looking for cards that lose the last person who is responsible…</Trans>
      ) : orphans.length > 0 ? (
        <>
          <Plural
            value={orphans.length}
            one="# card has no responsible any more:"
            other="# cards have no responsible any more:"
          />{" "}
          {names.join(", ")}
          {more > 0 && (
            <>
              {" "}
              <Trans>and {more} more</Trans>
            </>
          )}
        </>
      ) : data.isWhole ? (
        <Trans>No card loses the last person who is responsible.</Trans>
      ) : null}{" "}
      {data && !data.isWhole && <Trans>There are more of their cards than were looked at.</Trans>}
    </Consequence>
  );
}
