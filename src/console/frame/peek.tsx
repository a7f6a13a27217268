/** The peek: a card next to what one is reading. It pushes and covers nothing. */
import { useLingui } from "@lingui/react/macro";
import { CardPeek } from "../cards/peek";
import { useCommands } from "../commands/command";
import { usePeek, useSetPeek } from "../navigation/peek";

/** The open peek; nothing while there is none. */
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
  return id === undefined ? null : <CardPeek key={id} id={id} close={() => setPeek()} />;
}
