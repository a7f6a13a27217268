/** The words and signs of scenarios, in the language of the page. */
import { t } from "@lingui/core/macro";
import { useHistoryWords } from "../cards/history-words";
import { useBatchWords } from "../journal/words";
import { Status } from "../ui/signs";
import type { ScenarioChange, ScenarioState } from "./queries";

/** Returns the words of the states. */
export const stateWords = (): Record<ScenarioState, string> => ({
  draft: t`Draft`,
  proposed: t`Proposed`,
  approved: t`Approved`,
  merged: t`Merged`,
  dropped: t`Dropped`,
});

const TONES = { draft: "mut", proposed: "info", approved: "good", merged: "good", dropped: "mut" } as const;

/** Shows the state of a scenario with its shape. */
export const StateSign = ({ state }: { state: ScenarioState }) => (
  <Status tone={TONES[state]}>{stateWords()[state]}</Status>
);

/** Shows that the landscape has changed since a scenario began; nothing when it hasn't. */
export const StaleSign = ({ isStale }: { isStale: boolean }) =>
  isStale && <Status tone="warn" title={t`The landscape has changed since`} />;

/** Containers of fields, whose keys say nothing. */
const CONTAINERS = ["attributes", "lifecycle"];

/** Returns the fields that a change names, as the page of a card calls them. */
function fieldsIn({ operation, body }: ScenarioChange): string[] {
  if (!operation.startsWith("patch ") || typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    CONTAINERS.includes(key) && typeof value === "object" && value !== null ? Object.keys(value) : key,
  );
}

/** Functions that put the changes of a scenario into words. */
export function useChangeWords() {
  const { toldOf } = useBatchWords();
  const { labelFor } = useHistoryWords();
  return {
    /** The sentence of a change, without who made it: what it has done first, or what the server says. */
    sentenceOf(change: ScenarioChange): string {
      const parts = change.events.map(({ type, name }) => ({
        event_type: type,
        count: 1,
        names: name === null ? [] : [name],
        fields: [],
      }));
      return toldOf({ parts }) ?? change.sentence;
    },
    /** The names of the fields that it changes. */
    fieldsOf: (change: ScenarioChange): string => fieldsIn(change).map(labelFor).join(", "),
  };
}
