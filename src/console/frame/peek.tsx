/** The peek: a card next to what one is reading. It pushes and covers nothing. */
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useCommands } from "../commands/command";
import { usePeek, useSetPeek } from "../navigation/peek";

/** Its code comes with the first card that one peeks at. */
const CardPeek = lazy(() => import("../cards/peek").then((part) => ({ default: part.CardPeek })));

/** Shows the open peek; nothing while there is none. */
export function Peek() {
  const { t } = useLingui();
  const id = usePeek();
  const setPeek = useSetPeek();
  useCommands([
    {
      id: "peek.close",
      label: t`Close the peek`,
      keys: ["escape"],
      when: () => id !== undefined,
      quiet: true,
      run: () => setPeek(),
    },
  ]);
  if (id === undefined) return null;
  return (
    <Suspense fallback={<aside className="peek" aria-busy="true" />}>
      <CardPeek key={id} id={id} close={() => setPeek()} />
    </Suspense>
  );
}
