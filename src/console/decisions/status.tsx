/** The state of a document that people sign. */
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed, History, OctagonAlert, Signature } from "lucide-react";
import { useMe } from "../server/session";
import { Icon } from "../ui/icon";

type Signatory = { user_id: string; status: string; asked_again_at?: string | null };

/** The part of a document that says how far it is. */
export type Progress = {
  status: string;
  signatories: readonly Signatory[];
  rejection?: unknown;
  superseded_by?: unknown;
};

export type State = "draft" | "rejected" | "in_review" | "signed" | "superseded" | "other";

/** Returns how far a document is. */
export function stateOf({ status, rejection, superseded_by }: Progress): State {
  if (status === "draft") return rejection ? "rejected" : "draft";
  if (status === "in_review") return "in_review";
  if (status === "signed") return superseded_by ? "superseded" : "signed";
  return "other";
}

/** Checks whether somebody is asked for a signature that they have not given. */
export const isAsked = ({ status, signatories }: Progress, userId: string): boolean =>
  status === "in_review" && signatories.some((one) => one.user_id === userId && one.status === "pending");

/** Gives the word for a state. */
export function useStateWord(): (document: Progress) => string {
  const { t } = useLingui();
  return (document) =>
    ({
      draft: t`Draft`,
      rejected: t`Rejected`,
      in_review: t`In review`,
      signed: t`Signed`,
      superseded: t`Superseded`,
      other: document.status === "approved" ? t`Approved` : document.status,
    })[stateOf(document)];
}

const SHAPES = {
  draft: [CircleDashed, "mut"],
  rejected: [OctagonAlert, "bad"],
  in_review: [Signature, "mut"],
  signed: [CircleCheck, "mut"],
  superseded: [History, "mut"],
  other: [CircleDashed, "mut"],
} as const;

/** Shows how far a document is; one that waits for whoever looks at it stands out. */
export function DocumentState({ document }: { document: Progress }) {
  const me = useMe();
  const wordOf = useStateWord();
  if (isAsked(document, me.id))
    return (
      <span className="st asked">
        <Icon of={Signature} size={12} />
        <Trans>your signature</Trans>
      </span>
    );
  const [sign, tone] = SHAPES[stateOf(document)];
  return (
    <span className={`st ${tone}`}>
      <Icon of={sign} size={12} />
      {wordOf(document)}
    </span>
  );
}
