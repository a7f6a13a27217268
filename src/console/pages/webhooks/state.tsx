/** The state of a webhook in a word. */
import { useLingui } from "@lingui/react/macro";
import { Status } from "../../ui/signs";
import type { Webhook } from "./queries";

/** Shows whether a webhook delivers, fails or is paused. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const { is_paused, pause_reason, attempts } = webhook;
  if (is_paused && pause_reason !== null) return <Status tone="bad">{t`Paused by Stoa`}</Status>;
  if (is_paused) return <Status tone="mut">{t`Paused`}</Status>;
  if (attempts > 0) return <Status tone="warn">{t`Fails`}</Status>;
  return <Status tone="good">{t`Delivers`}</Status>;
}
