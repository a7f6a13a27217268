/** Feeds: the views that can be read by spreadsheets, and one's tokens; how to paste them stands next to a view. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { offerFeed } from "../../feeds/changes";
import { feedTokensQuery, type View, viewsQuery } from "../../feeds/queries";
import { Link } from "../../navigation/link";
import { useMay } from "../../server/session";
import { Foot, PageFrame } from "../../ui/bars";
import { Rows } from "../../ui/rows";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import "../../style/admin.css";
import "../../style/operations.css";
import { feeds as page } from "./page";
import { FeedPanel } from "./panel";
import { Tokens } from "./tokens";

const COLUMNS = "minmax(180px,1fr) 160px 170px 150px";

export default function FeedsPage() {
  const { t } = useLingui();
  const { view: id } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery(viewsQuery);
  const tokens = useQuery(feedTokensQuery);
  const opened = data?.find((one) => one.id === id);
  const offered = data?.filter(({ odata_enabled }) => odata_enabled).length ?? 0;
  const open = (view: string | undefined) => setSearch({ view }, { replace: true });
  return (
    <PageFrame title={<Trans>Feeds</Trans>} subtitle={<Trans>views in spreadsheets, always as they are now</Trans>}>
      <div className="work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="col scroll operations" tabIndex={0} aria-label={t`Feeds`}>
          {error && <Failed error={error} retry={refetch} />}
          {!data && !error && <LoadingRows rows={5} />}
          {data?.length === 0 && (
            <Empty
              title={<Trans>There is no view yet</Trans>}
              actions={
                <Link to="/inventory" className="btn line">
                  <Trans>Inventory</Trans>
                </Link>
              }
            >
              <Trans>Filter the inventory as you need it, save it as a view, and offer that view here.</Trans>
            </Empty>
          )}
          {data && data.length > 0 && <ViewRows views={data} current={id} open={open} />}
          {tokens.error && <Failed error={tokens.error} retry={tokens.refetch} />}
          {tokens.data && <Tokens tokens={tokens.data} />}
        </section>
        {opened && <FeedPanel key={opened.id} view={opened} close={() => open(undefined)} />}
      </div>
      <Foot>
        <span>
          <Plural value={offered} one="# feed" other="# feeds" />
        </span>
        <span>
          <Plural value={tokens.data?.length ?? 0} one="# token of yours" other="# tokens of yours" />
        </span>
      </Foot>
    </PageFrame>
  );
}

type RowsProps = { views: readonly View[]; current: string | undefined; open: (id: string) => void };

function ViewRows({ views, current, open }: RowsProps) {
  const { t } = useLingui();
  const mayOffer = useMay("bookmarks.odata");
  return (
    <section aria-label={t`Views`}>
      <h2 className="gsec">
        <b>
          <Trans>Views</Trans>
        </b>
      </h2>
      <Rows label={t`Views`} items={views} keyOf={({ id }) => id} columns={COLUMNS} currentKey={current}>
        {(view) => (
          <>
            <div className="p16">
              <button
                type="button"
                className="row-main trunc"
                aria-current={view.id === current || undefined}
                onClick={() => open(view.id)}
              >
                {view.name}
              </button>
            </div>
            <div className="c2">
              <span className="trunc">{view.is_owner ? t`yours` : (view.owner_name ?? "")}</span>
            </div>
            <div className="c2">{view.visibility === "private" ? t`seen by you alone` : t`seen by others`}</div>
            <div>
              {mayOffer && view.can_edit ? (
                <Switch
                  label={t`${view.name} as a feed`}
                  isOn={view.odata_enabled}
                  onChange={(isOn) => void offerFeed(view, isOn)}
                >
                  {view.odata_enabled ? t`a feed` : t`no feed`}
                </Switch>
              ) : (
                <span className="c2">{view.odata_enabled ? t`a feed` : t`no feed`}</span>
              )}
            </div>
          </>
        )}
      </Rows>
    </section>
  );
}
