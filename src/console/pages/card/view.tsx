/** A card on its page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { cardQuery } from "../../cards/queries";
import { useTypes } from "../../metamodel/queries";
import { Link, Redirect } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { FailedPage, Gone, LoadingRows } from "../../ui/states";
import { ApprovalLine, ArchivedLine } from "./approval-line";
import { CardBar } from "./bar";
import "../../style/one-card.css";
import "./card.css";
import { type Departure, DepartureLine } from "./departure";
import { FactStrip } from "./fact-strip";
import { Fields } from "./fields";
import { CardFiles } from "./files";
import { CardHeader } from "./header";
import { HistoryList } from "./history";
import { Lives } from "./lives";
import { card as page } from "./page";
import { Relations } from "./relations";
import { SidePanel } from "./side-panel";
import { CardTodos } from "./todos";

/** The graph comes with the first card whose impact one opens. */
const ImpactTab = lazy(() => import("./impact/view"));

/** The tab of the flow in addresses that the server has stored. */
const PROCESS_TAB = "process-flow";

export default function CardPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { tab, subtab } = page.useSearch();
  const { data: card, error, refetch } = useQuery(cardQuery(id));
  const [departure, setDeparture] = useState<Departure>();
  const type = useTypes().get(card?.type ?? "");
  if (error && [404, 422].includes(asRefusal(error).status)) return <NoCard />;
  if (error) return <FailedPage heading={t`Card`} error={error} retry={refetch} />;
  if (!card) return <LoadingRows rows={16} />;
  if (tab === PROCESS_TAB)
    return <Redirect to="/bpm/processes/$id" params={{ id }} search={subtab === "drafts" ? { draft: true } : {}} />;
  const leaving = departure && <DepartureLine card={card} verb={departure} close={() => setDeparture(undefined)} />;
  if (tab === "impact")
    return (
      <>
        <CardBar card={card} type={type} leave={setDeparture} />
        {leaving}
        <Suspense fallback={<LoadingRows rows={12} />}>
          <ImpactTab key={id} card={card} />
        </Suspense>
      </>
    );
  return (
    <>
      <CardBar card={card} type={type} leave={setDeparture} />
      <div className="cardwrap">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="cmain scroll" tabIndex={0} aria-label={card.name}>
          {leaving}
          {card.status === "ARCHIVED" ? <ArchivedLine card={card} /> : <ApprovalLine card={card} />}
          {tab === "history" ? (
            <div className="card-history">
              <h1 className="t20 w2">{t`History`}</h1>
              <HistoryList card={card} size={50} />
            </div>
          ) : tab === "todos" ? (
            <CardTodos card={card} />
          ) : tab === "files" ? (
            <CardFiles card={card} />
          ) : (
            <>
              <CardHeader card={card} type={type} />
              <FactStrip card={card} type={type} />
              <Lives card={card} type={type} />
              <Relations card={card} type={type} />
              <Fields card={card} type={type} />
            </>
          )}
        </section>
        <SidePanel card={card} type={type} />
      </div>
    </>
  );
}

/** There is no card of this id, or it is gone for good. */
function NoCard() {
  const { t } = useLingui();
  return (
    <Gone
      heading={t`Card`}
      title={<Trans>There is no such card</Trans>}
      actions={
        <Link to="/inventory" className="btn line">
          <Trans>Inventory</Trans>
        </Link>
      }
    />
  );
}
