/** The handbook: its contents at the left, and a page of it, or what a search finds. */

import handbook from "virtual:handbook";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { useRef } from "react";
import { useCommands } from "../../commands/command";
import { Link } from "../../navigation/link";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { SearchLine } from "../../ui/search-line";
import { Gone } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import { Article } from "./article";
import { Contents } from "./contents";
import { handbookPage } from "./page";
import { Results } from "./results";
import "./help.css";

export default function HelpPage() {
  const { t } = useLingui();
  const { page: name = "" } = handbookPage.useParams();
  const { find = "" } = handbookPage.useSearch();
  const setSearch = handbookPage.useSetSearch();
  const anchor = useLocation({ select: ({ hash }) => hash });
  const field = useRef<HTMLInputElement>(null);
  useCommands([{ id: "help.find", label: t`Search the handbook`, keys: ["/"], run: () => field.current?.focus() }]);
  const page = handbook.find((one) => one.name === name);
  if (!page)
    return (
      <Gone
        heading={t`Handbook`}
        title={<Trans>The handbook has no such page</Trans>}
        actions={<Link to="/help">{t`Contents`}</Link>}
      />
    );
  const isSearching = find.trim() !== "";
  return (
    <PageFrame
      label={name === "" ? t`Handbook` : page.title}
      title={
        name === "" ? (
          <Trans>Handbook</Trans>
        ) : (
          <AreaTrail area={<Trans>Handbook</Trans>} to="/help">
            {page.title}
          </AreaTrail>
        )
      }
      actions={
        <SearchLine
          ref={field}
          className="inp line"
          width={200}
          label={t`Search the handbook`}
          value={find}
          onChange={(text) => setSearch({ find: text }, { replace: true })}
        />
      }
    >
      <div className="work">
        {name !== "" && <Contents pages={handbook} current={name} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="handbook" tabIndex={0} aria-label={page.title}>
          {isSearching ? <Results pages={handbook} text={find} /> : <Article page={page} anchor={anchor} />}
        </section>
      </div>
      <Foot>
        <span>
          <Trans>The handbook of this version; nothing of it is fetched from elsewhere</Trans>
        </span>
        <span className="sp" />
        <KeyHint keys={["/"]}>
          <Trans>search</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}
