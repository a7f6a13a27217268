/** The filters of a list of documents: their state, and a part of their names. */
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button as PlainButton } from "react-aria-components";
import { Icon } from "../ui/icon";
import { SearchLine } from "../ui/search-line";
import { Segments } from "../ui/segments";
import type { ShownState } from "./listed";

type Search = { state?: ShownState | undefined; text?: string | undefined; card?: string | undefined };

type FiltersProps = {
  search: Search;
  setSearch: (changes: Search) => void;
  /** The name of the card that is filtered by. */
  cardName?: string;
};

/** Shows the filters. */
export function DocumentFilters({ search, setSearch, cardName }: FiltersProps) {
  const { t } = useLingui();
  const { state, text = "", card } = search;
  return (
    <div className="chips document-filters">
      <Segments
        label={t`State`}
        value={state ?? "any"}
        options={[
          { value: "any", label: t`All` },
          { value: "mine", label: t`My signature` },
          { value: "draft", label: t`Drafts` },
          { value: "in_review", label: t`In review` },
          { value: "signed", label: t`Signed` },
          { value: "superseded", label: t`Superseded` },
        ]}
        onChange={(value) => setSearch({ state: value === "any" ? undefined : value })}
      />
      {card && (
        <span className="chip">
          <span className="k">
            <Trans>Card</Trans>
          </span>
          <span className="trunc">{cardName ?? "–"}</span>
          <PlainButton
            className="x"
            aria-label={t`Remove the filter of a card`}
            onPress={() => setSearch({ card: undefined })}
          >
            <Icon of={X} size={12} />
          </PlainButton>
        </span>
      )}
      <SearchLine
        className="inp document-search"
        label={t`Part of the name`}
        value={text}
        onChange={(next) => setSearch({ text: next })}
      />
    </div>
  );
}
