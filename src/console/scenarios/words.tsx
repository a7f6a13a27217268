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

/** Gives a function that puts a change into words, without who made it: what it has done first, or what the server says. */
export function useChangeWords(): (change: ScenarioChange) => string {
  const { happeningOf } = useBatchWords();
  return ({ events, sentence }) => {
    const parts = events.map(({ type, name }) => ({
      event_type: type,
      count: 1,
      names: name === null ? [] : [name],
      fields: [],
    }));
    return happeningOf({ parts }) ?? sentence;
  };
}

/** Shows a change as a sentence: who made it, what it does, and which fields it changes. */
export function ChangeSentence({ change }: { change: ScenarioChange }) {
  const { labelFor } = useHistoryWords();
  const wordsOf = useChangeWords();
  return (
    <span>
      {change.user_name && <b>{change.user_name}</b>} {wordsOf(change)}{" "}
      <span className="c3">{fieldsIn(change).map(labelFor).join(", ")}</span>
    </span>
  );
}
