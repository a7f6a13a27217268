/** A panel next to what one is reading, for what isn't a card; and verbs in it that ask once more. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type LucideIcon, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCommands } from "../commands/command";
import { Button, IconButton } from "./button";
import { Icon } from "./icon";

type SideProps = { icon: LucideIcon; kind: string; label: string; close: () => void; children: ReactNode };

/** Shows the panel; Esc closes it. @param props.kind of the thing, in its head */
export function Side({ icon, kind, label, close, children }: SideProps) {
  const { t } = useLingui();
  useCommands([{ id: "side.close", label: t`Close the panel`, keys: ["escape"], quiet: true, run: close }]);
  return (
    <aside className="peek side" aria-label={label}>
      <div className="ph">
        <Icon of={icon} size={14} className="c3" />
        <span className="c3 t12 peek-kind trunc">{kind}</span>
        <span className="sp" />
        <IconButton icon={X} label={t`Close`} keys="escape" onPress={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={label}>
        {children}
      </section>
    </aside>
  );
}

/** Shows a consequence, in a sentence with its icon. */
export function Consequence({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="dl">
      <Icon of={icon} size={14} />
      <span>{children}</span>
    </div>
  );
}

type VerbProps = { icon?: LucideIcon; verb: string; question: string; run: () => unknown };

/** Shows a verb that destroys much, which asks once more in its place. */
export function AskingVerb({ icon = X, verb, question, run }: VerbProps) {
  const [isAsking, ask] = useState(false);
  if (!isAsking) return <Button icon={icon} className="verb" onPress={() => ask(true)}>{`${verb}…`}</Button>;
  return (
    <span className="asking" role="alert">
      <span className="t12">{question}</span>
      <span className="asking-verbs">
        <Button
          look="bad"
          onPress={() => {
            ask(false);
            void run();
          }}
        >
          {verb}
        </Button>
        <Button look="line" autoFocus onPress={() => ask(false)}>
          <Trans>Leave it</Trans>
        </Button>
      </span>
    </span>
  );
}
