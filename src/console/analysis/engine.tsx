/** The engine behind a result: the local rules, or a language model, whose words are marked as such. */
import { useLingui } from "@lingui/react/macro";
import { Sparkles } from "lucide-react";
import { Icon } from "../ui/icon";

/** Shows the engine; the rules are silent in lists. */
export function Engine({ engine, isQuiet = false }: { engine: string; isQuiet?: boolean }) {
  const { t } = useLingui();
  if (engine === "local") return isQuiet ? null : <span className="c3 t12">{t`local rules`}</span>;
  return (
    <span className="analysis-model t12" title={t`A language model has said this: ${engine}`}>
      <Icon of={Sparkles} size={12} />
      <span className="trunc">{isQuiet ? t`model` : t`said by ${engine}`}</span>
    </span>
  );
}
