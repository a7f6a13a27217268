/** The bar above each page while the landscape is shown as it was. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { History, LogOut } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { moment } from "../language/format";
import { workQuery } from "../operations/queries";
import { AtChip } from "../reports/setting-chip";
import { completeFrom, goToMoment, shownAfter, shownDay, shownEvent } from "../server/moment";
import { useStore } from "../state/store";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { Empty, LoadingRows } from "../ui/states";

/** Returns an instant in words; text that is none as it is. */
const nameOf = (at: string): string => (shownDay === undefined ? at : moment(at));

/** Shows the moment, the last event before it, and the way back to today. */
function Bar({ at }: { at: string }) {
  const { t } = useLingui();
  const name = shownAfter === undefined ? nameOf(at) : t`after event ${shownAfter}`;
  const event = useStore(shownEvent);
  const reading = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== workQuery.queryKey[0] });
  return (
    <section className="scenario-bar" aria-label={t`The past`}>
      <Icon of={History} size={14} />
      <span className="trunc">
        <Trans>
          The landscape as it was · <b>{name}</b>
        </Trans>
      </span>
      {event !== null && <span className="c2 trunc">{t`up to event ${event}`}</span>}
      {reading > 0 && <Making />}
      <span className="sp" />
      {shownDay !== undefined && <AtChip name={t`As of`} at={shownDay} onChange={goToMoment} />}
      <Button icon={LogOut} writes={false} onPress={() => goToMoment(undefined)}>
        <Trans>Back to today</Trans>
      </Button>
    </section>
  );
}

/** Shows the bar, and below it the page; in its place the day from when on there is a past, when the moment is before it. */
export const OfMoment = ({ at, children }: { at: string; children: ReactNode }) => (
  <>
    <Bar at={at} />
    <Known>
      <Suspense fallback={<LoadingRows />}>{children}</Suspense>
    </Known>
  </>
);

function Known({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const first = useStore(completeFrom);
  if (first === null) return children;
  return <Empty title={t`Nothing is known of that time`}>{t`The past is complete from ${moment(first)} on.`}</Empty>;
}

/** The beginning of the name of a state in the list of the work. */
const STATE = "state of ";
/** Milliseconds between two looks. */
const PAUSE = 400;

/** Shows how far the state is that the page waits for, if it has to be made. */
function Making() {
  const { data } = useQuery({ ...workQuery, staleTime: 0, gcTime: 0, refetchInterval: PAUSE });
  const state = data?.find(({ operation }) => operation.startsWith(STATE));
  if (!state) return null;
  const share = state.done;
  return (
    <span className="c2" role="status">
      <Trans>is being made · {share} %</Trans>
    </span>
  );
}
