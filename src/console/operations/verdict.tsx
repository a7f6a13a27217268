/** The verdict of a backup, with its shape. */
import { useLingui } from "@lingui/react/macro";
import { Status } from "../ui/signs";
import type { Backup } from "./queries";

/** Shows the verdict: what is sound is silent. */
export function Verdict({ backup: { verdict } }: { backup: Backup }) {
  const { t } = useLingui();
  if (verdict === "sound") return <span className="c2">{t`Sound`}</span>;
  if (verdict === "unsound") return <Status tone="bad">{t`Not sound`}</Status>;
  if (verdict === "failed") return <Status tone="bad">{t`Failed`}</Status>;
  return <Status tone="mut">{t`Never checked`}</Status>;
}
