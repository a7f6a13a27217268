/** A portal: its cards, a search and filters over them, and the detail of one; also on a phone, and without an account. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { CSSProperties } from "react";
import { labelOf } from "../../metamodel/queries";
import { PAGE_SIZE, type PublicPortal, portalCardsQuery, publicPortalQuery } from "../../portals/queries";
import { asRefusal } from "../../server/refusal";
import { Button } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { Mark } from "../../ui/mark";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/portal.css";
import { PortalCards } from "./cards";
import { CardDetail } from "./detail";
import { PortalFilters } from "./filters";
import { filterOf, portal as page } from "./page";

export default function PortalPage() {
  const { slug } = page.useParams();
  const { data, error, refetch } = useQuery(publicPortalQuery(slug));
  if (data) return <Portal portal={data} />;
  return (
    <main className="portal">
      {!error ? (
        <LoadingRows rows={8} />
      ) : asRefusal(error).status === 404 ? (
        <Empty title={<Trans>There is no such portal</Trans>}>
          <Trans>It may not be published any more, or its address has changed.</Trans>
        </Empty>
      ) : (
        <Failed error={error} retry={refetch} />
      )}
    </main>
  );
}

function Portal({ portal }: { portal: PublicPortal }) {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery({
    ...portalCardsQuery(portal.slug, filterOf(search)),
    placeholderData: (before) => before,
  });
  const { type_info: type } = portal;
  const opened = data?.items.find(({ id }) => id === search.card);
  const isFiltered = search.search !== undefined || search.subtype !== undefined || search.tag !== undefined;
  return (
    <main className="portal">
      <header className="portal-head">
        {portal.card_config?.show_logo !== false && <Mark />}
        <div>
          <h1 className="t20">{portal.name}</h1>
          {portal.description && <p className="c2">{portal.description}</p>}
        </div>
      </header>
      <PortalFilters key={portal.slug} portal={portal} />
      <div className="portal-work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="scroll portal-list" tabIndex={0} aria-label={t`Cards`}>
          {error && <Failed error={error} retry={refetch} />}
          {!data && !error && <LoadingRows rows={8} />}
          {data?.items.length === 0 && (
            <Empty
              title={isFiltered ? <Trans>Nothing is like that</Trans> : <Trans>Nothing to show yet</Trans>}
              actions={
                isFiltered && (
                  <Button
                    look="line"
                    onPress={() =>
                      setSearch({ search: undefined, subtype: undefined, tag: undefined, page: undefined })
                    }
                  >
                    <Trans>Show all</Trans>
                  </Button>
                )
              }
            />
          )}
          {data && data.items.length > 0 && <PortalCards portal={portal} cards={data.items} />}
        </section>
        {opened && <CardDetail key={opened.id} portal={portal} card={opened} />}
      </div>
      {data && (
        <footer className="portal-foot num">
          {type && (
            <span className="portal-type" style={{ "--c": type.color } as CSSProperties}>
              <TypeIcon type={type} size={14} />
              {labelOf(type as never)}
            </span>
          )}
          <span>
            <Plural value={data.total} one="# card" other="# cards" />
          </span>
          <span className="sp" />
          <Pager number={data.page} total={data.total} />
        </footer>
      )}
    </main>
  );
}

function Pager({ number: at, total }: { number: number; total: number }) {
  const setSearch = page.useSetSearch();
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1) return null;
  const go = (to: number) => setSearch({ page: to === 1 ? undefined : to, card: undefined });
  return (
    <>
      <Button look="line" icon={ChevronLeft} isDisabled={at <= 1} onPress={() => go(at - 1)}>
        <Trans>Back</Trans>
      </Button>
      <span>
        <Trans>
          Page {at} of {last}
        </Trans>
      </span>
      <Button look="line" icon={ChevronRight} isDisabled={at >= last} onPress={() => go(at + 1)}>
        <Trans>On</Trans>
      </Button>
    </>
  );
}
