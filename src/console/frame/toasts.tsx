/** Messages that float for a while: what was done, with its undo, and what was refused. */
import { useLingui } from "@lingui/react/macro";
import { Check, OctagonX, X } from "lucide-react";
import { useEffect } from "react";
import { dismiss, type Toast, toasts, undo } from "../server/changes";
import { useStore } from "../state/store";
import { Button, IconButton } from "../ui/button";
import { Icon } from "../ui/icon";

const SHOWN = 6_000;

/** Shows the messages, the newest at the foot. */
export function Toasts() {
  const { t } = useLingui();
  const shown = useStore(toasts);
  return (
    <section className="toasts" aria-label={t`Messages`} aria-live="polite">
      {shown.map((one) => (
        <Message key={one.id} {...one} />
      ))}
    </section>
  );
}

function Message({ id, kind, sentence, batch }: Toast) {
  const { t } = useLingui();
  useEffect(() => {
    if (kind === "failed") return undefined;
    const timer = setTimeout(() => dismiss(id), SHOWN);
    return () => clearTimeout(timer);
  }, [id, kind]);
  return (
    <div className="toast">
      <span className={kind === "done" ? "st mut" : "st bad"}>
        <Icon of={kind === "done" ? Check : OctagonX} size={14} />
      </span>
      <span>{sentence}</span>
      {batch && (
        <Button keys="z" writes onPress={() => void undo((what) => t`Undone: ${what}`, batch)}>
          {t`Undo`}
        </Button>
      )}
      {kind === "failed" && <IconButton icon={X} size={14} label={t`Close`} onPress={() => dismiss(id)} />}
    </div>
  );
}
