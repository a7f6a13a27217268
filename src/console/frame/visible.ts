/** The pages that an account may see. */
import { useSuspenseQuery } from "@tanstack/react-query";
import type { Page } from "../navigation/page";
import { may, settingsQuery, useMe } from "../server/session";

/** Gives the pages that the account may see, of areas that are switched on; those before the login are left out. */
export function useVisible(pages: readonly Page[]): readonly Page[] {
  const me = useMe();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return pages.filter(
    ({ anonymous, right, switchedBy }) =>
      !anonymous && may(me, right) && (switchedBy === undefined || settings[switchedBy] !== false),
  );
}
