/** The line above a card that says what is wrong with it, with the verbs for that. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { decide, restoreCard } from "../../cards/changes";
import { useCardRights } from "../../cards/rights";
import { day } from "../../language/format";
import { Link } from "../../navigation/link";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";

type Card = Schemas["Card"];

/** Shows the approval, when it is not there; what is approved is silent. */
export function ApprovalLine({ card }: { card: Card }) {
  const { t } = useLingui();
  const may = useCardRights(card.id);
  const { approval_status: approval, name } = card;
  if (approval === "APPROVED") return null;
  return (
    <div className={`brk ${approval.toLowerCase()}`}>
      {approval === "BROKEN" && <Status tone="warn">{t`Approval broken`}</Status>}
      {approval === "REJECTED" && <Status tone="bad">{t`Rejected`}</Status>}
      {approval === "DRAFT" && <Status tone="mut">{t`Draft`}</Status>}
      {approval === "BROKEN" && (
        <>
          <span className="brk-why trunc">
            <Trans>It was changed after the approval.</Trans>
          </span>
          <Link to="/cards/$id" params={{ id: card.id }} search={{ tab: "history" }} className="lk">
            <Trans>See the change</Trans>
          </Link>
        </>
      )}
      <span className="sp" />
      {may("can_approval_status") && (
        <>
          {approval !== "REJECTED" && (
            <Button onPress={() => void decide(card, "reject", t`${name} is rejected`)}>
              <Trans>Reject</Trans>
            </Button>
          )}
          <Button look="line" icon={Check} onPress={() => void decide(card, "approve", t`${name} is approved`)}>
            {approval === "BROKEN" ? <Trans>Approve again</Trans> : <Trans>Approve</Trans>}
          </Button>
        </>
      )}
    </div>
  );
}

/** Says that a card is archived, and brings it back. */
export function ArchivedLine({ card }: { card: Card }) {
  const { t } = useLingui();
  const may = useCardRights(card.id);
  return (
    <div className="brk draft">
      <Status tone="mut">{t`Archived`}</Status>
      {card.archived_at && <span>{day(card.archived_at)}</span>}
      <span className="sp" />
      {may("can_archive") && (
        <Button look="line" onPress={() => void restoreCard(card)}>
          <Trans>Bring back</Trans>
        </Button>
      )}
    </div>
  );
}
