/** The list of decisions next to the one that is read. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { DecisionSummary } from "../../decisions/queries";
import { DocumentState } from "../../decisions/status";
import { Link } from "../../navigation/link";
import { Foot, KeyHint } from "../../ui/bars";
import { LoadingRows } from "../../ui/states";
import { decision as page } from "./page";

type ListProps = { listed: readonly DecisionSummary[]; isLoading: boolean; current: string };

/** Shows the list; arrows move in it. */
export function DecisionList({ listed, isLoading, current }: ListProps) {
  const { t } = useLingui();
  const { state, text, card } = page.useSearch();
  return (
    <nav className="list" aria-label={t`Decisions`}>
      <div className="scroll list-rows">
        {isLoading && <LoadingRows />}
        {listed.map((one) => (
          <Link
            key={one.id}
            to="/ea-delivery/adr/$id"
            params={{ id: one.id }}
            search={{ state, text, card }}
            className={one.id === current ? "li sel" : "li"}
            aria-current={one.id === current ? "page" : undefined}
          >
            <span className={one.id === current ? "w2" : ""}>{one.title}</span>
            <span className="b num">
              <span>{one.reference_number}</span>
              <span>·</span>
              <DocumentState document={one} />
              <span className="sp" />
              <Plural value={one.linked_cards.length} one="# card" other="# cards" />
            </span>
          </Link>
        ))}
      </div>
      <Foot>
        <span>
          <Plural value={listed.length} one="# decision" other="# decisions" />
        </span>
        <span className="sp" />
        <KeyHint keys={["k", "j"]}>
          <Trans>move</Trans>
        </KeyHint>
      </Foot>
    </nav>
  );
}
