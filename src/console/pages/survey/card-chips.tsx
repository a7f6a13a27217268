/** The cards that an audience names one by one, and those that its cards are related to. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueries } from "@tanstack/react-query";
import { Link2, X } from "lucide-react";
import { Button as PlainButton } from "react-aria-components";
import { CardField } from "../../cards/card-field";
import { cardQuery } from "../../cards/queries";
import { number } from "../../language/format";
import { updateDraft } from "../../surveys/changes";
import type { Survey, TargetFilters } from "../../surveys/queries";
import { Icon } from "../../ui/icon";
import { Popup } from "../../ui/popup";

/** Names of cards in one chip. */
const MAX_NAMES = 3;

const withFilters = (survey: Survey, changes: Partial<TargetFilters>, sentence: string) =>
  void updateDraft(survey, { target_filters: { ...survey.target_filters, ...changes } }, sentence);

/** Shows a chip for each list of cards. */
export function CardChips({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const { card_ids, related_ids } = survey.target_filters;
  const sentence = t`The audience of ${survey.name} changed`;
  return (
    <>
      {card_ids && card_ids.length > 0 && (
        <CardsChip label={t`Card`} ids={card_ids} remove={() => withFilters(survey, { card_ids: null }, sentence)} />
      )}
      {related_ids && related_ids.length > 0 && (
        <CardsChip
          label={t`Related to`}
          ids={related_ids}
          remove={() => withFilters(survey, { related_ids: null }, sentence)}
        />
      )}
    </>
  );
}

function CardsChip({ label, ids, remove }: { label: string; ids: readonly string[]; remove: () => void }) {
  const { t } = useLingui();
  const results = useQueries({ queries: ids.slice(0, MAX_NAMES).map((id) => cardQuery(id)) });
  const names = results.flatMap(({ data }) => data?.name ?? []).join(", ");
  const left = ids.length - MAX_NAMES;
  return (
    <span className="chip">
      <span className="k">{label}</span>
      <span className="trunc">
        {names}
        {left > 0 && ` +${number(left)}`}
      </span>
      <PlainButton className="x" aria-label={t`Remove the filter ${label}`} onPress={remove}>
        <Icon of={X} size={12} />
      </PlainButton>
    </span>
  );
}

/** Shows the chip that limits an audience to what is related to a card. */
export function RelatedButton({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const { related_ids } = survey.target_filters;
  return (
    <Popup
      label={t`Related to`}
      trigger={
        <PlainButton className="chip add">
          <span>
            <Icon of={Link2} size={12} />
            <Trans>Related to</Trans>
          </span>
        </PlainButton>
      }
    >
      {(close) => (
        <div className="popup-form">
          <CardField
            inForm
            autoFocus
            label={t`Only what is related to`}
            choose={({ id, name }) => {
              close();
              withFilters(
                survey,
                { related_ids: [...(related_ids ?? []), id] },
                t`Only what is related to ${name} is asked about`,
              );
            }}
          />
        </div>
      )}
    </Popup>
  );
}
