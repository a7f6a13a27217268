/** A process on its page. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { cardQuery } from "../../cards/queries";
import { Link } from "../../navigation/link";
import { flowQuery } from "../../processes/queries";
import { asRefusal } from "../../server/refusal";
import "../../style/one-card.css";
import "../../style/documents.css";
import "../../style/processes.css";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AssessmentsTab } from "./assessments-tab";
import { ProcessBar } from "./bar";
import { FlowTab } from "./flow-tab";
import { process as page } from "./page";
import { RevisionsTab } from "./revisions-tab";

export default function ProcessPage() {
  const { id } = page.useParams();
  const { tab } = page.useSearch();
  const { data: card, error, refetch } = useQuery(cardQuery(id));
  const flow = useQuery(flowQuery(id));
  const failure = error ?? flow.error;
  if (failure && [404, 422].includes(asRefusal(failure).status)) return <NoProcess />;
  if (failure)
    return (
      <>
        <UnknownName />
        <Failed error={failure} retry={() => (error ? refetch() : flow.refetch())} />
      </>
    );
  if (!card || !flow.data) return <LoadingRows rows={16} />;
  return (
    <>
      <ProcessBar card={card} flow={flow.data} />
      {tab === "assessments" ? (
        <AssessmentsTab card={card} />
      ) : tab === "revisions" ? (
        <RevisionsTab card={card} flow={flow.data} />
      ) : (
        <FlowTab key={id} card={card} flow={flow.data} />
      )}
    </>
  );
}

/** Shows the heading of the page while the name of the process is unknown. */
const UnknownName = () => (
  <h1 className="aloud">
    <Trans>Process</Trans>
  </h1>
);

/** There is no active process of this id. */
const NoProcess = () => (
  <>
    <UnknownName />
    <Empty
      title={<Trans>There is no such process</Trans>}
      actions={
        <Link to="/bpm/processes" className="btn line">
          <Trans>Process house</Trans>
        </Link>
      }
    >
      <Trans>It was archived or deleted, or the link was cut off.</Trans>
    </Empty>
  </>
);
