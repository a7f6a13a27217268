/** The description that a language model suggests for a card: marked as such, and taken over by a press. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { aiStatusQuery, type Suggestions, suggestDescription } from "../../ai/queries";
import { Engine } from "../../analysis/engine";
import { changeCards } from "../../cards/changes";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import type { Schemas } from "../../server/client";
import { Button } from "../../ui/button";
import { Failed } from "../../ui/states";
import "../../style/analysis.css";

type Card = Schemas["Card"];

/** Shows what the model suggests once it is asked; a card without a description has a button for that. */
export function DescriptionSuggestion({ card }: { card: Card }) {
  const { t } = useLingui();
  const { data: status } = useQuery(aiStatusQuery);
  const asking = useMutation({ mutationFn: () => suggestDescription(card) });
  const { enabled_types: types = [], enabled = false, configured = false } = status ?? {};
  const isOffered = enabled && configured && (types.length === 0 || types.includes(card.type));
  const ask = () => asking.mutate();
  useCommands([
    { id: "card.suggest", label: t`Suggest a description`, icon: Sparkles, when: () => isOffered, run: ask },
  ]);
  if (!isOffered) return null;
  const isBare = (card.description ?? "") === "";
  if (asking.isIdle)
    return isBare ? (
      <Button icon={Sparkles} className="slim" onPress={ask}>
        <Trans>Suggest a description</Trans>
      </Button>
    ) : null;
  if (asking.isPending)
    return (
      <p className="c3 t12" role="status">
        <Trans>The model is asked…</Trans>
      </p>
    );
  if (asking.error) return <Failed error={asking.error} retry={ask} />;
  return <Suggested of={asking.data} card={card} close={() => asking.reset()} />;
}

function Suggested({ of, card, close }: { of: Suggestions; card: Card; close: () => void }) {
  const { t } = useLingui();
  const { description } = of.suggestions;
  const text = typeof description?.value === "string" ? description.value : "";
  const takeOver = () => {
    close();
    void changeCards([{ id: card.id, description: text }], t`${card.name} is described as suggested`);
  };
  if (text === "")
    return (
      <p className="c3 t12">
        <Trans>The model knows nothing about it.</Trans>
      </p>
    );
  const share = number(description?.confidence ?? 0, { style: "percent", maximumFractionDigits: 0 });
  return (
    <section className="suggested" aria-label={t`Suggested description`}>
      <p>{text}</p>
      <p className="suggested-source t12 c3">
        <Engine engine={of.engine} />
        <span>
          {description?.source ? (
            <Trans>
              {share} sure, after {description.source}
            </Trans>
          ) : (
            <Trans>{share} sure</Trans>
          )}
        </span>
      </p>
      <p className="suggested-verbs">
        <Button look="line" onPress={takeOver}>
          <Trans>Take it over</Trans>
        </Button>
        <Button onPress={close}>
          <Trans>Leave it</Trans>
        </Button>
      </p>
    </section>
  );
}
