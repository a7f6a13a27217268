/** A decision as a page of paper. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BackWord, Paper } from "../../decisions/paper";
import { decisionQuery } from "../../decisions/queries";
import { day } from "../../language/format";
import { Link } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { FailedPage, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import { useFieldLabel } from "./fields";
import { NoDecision } from "./missing";
import { decisionPreview, FIELDS } from "./page";

export default function DecisionPreview() {
  const { t } = useLingui();
  const { id } = decisionPreview.useParams();
  const { data: decision, error, refetch } = useQuery(decisionQuery(id));
  const labelOf = useFieldLabel();
  if (error && [404, 422].includes(asRefusal(error).status)) return <NoDecision />;
  if (error) return <FailedPage heading={t`Decision`} error={error} retry={refetch} />;
  if (!decision) return <LoadingRows rows={12} />;
  return (
    <Paper
      document={{ ...decision, kind: "adr", name: decision.title }}
      kind={decision.reference_number}
      facts={
        <>
          {decision.creator_name && <Trans>By {decision.creator_name}</Trans>} · {day(decision.created_at)}
          {decision.linked_cards.length > 0 && (
            <>
              {" · "}
              <Trans>about {decision.linked_cards.map(({ name }) => name).join(", ")}</Trans>
            </>
          )}
        </>
      }
      texts={FIELDS.map((field) => ({ key: field, heading: labelOf(field), text: decision[field] }))}
      back={
        <Link to="/ea-delivery/adr/$id" params={{ id }} className="btn">
          <BackWord />
        </Link>
      }
    />
  );
}
