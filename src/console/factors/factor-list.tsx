/** One's second factors: what they are, when each was used last, and how to remove it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Fingerprint, Smartphone, X } from "lucide-react";
import { day, fromNow } from "../language/format";
import { Button } from "../ui/button";
import { EditedLine } from "../ui/edited-line";
import { Icon } from "../ui/icon";
import { deleteFactor, renameFactor } from "./changes";
import { Confirmed, type Protection, protectionBy } from "./confirm";
import type { Factor } from "./queries";

const icons = { totp: Smartphone, passkey: Fingerprint };

type FactorListProps = {
  factors: readonly Factor[];
  /** True when one's role demands a factor, so that the last one stays. */
  isDemanded: boolean;
};

/** Shows the factors. */
export function FactorList({ factors, isDemanded }: FactorListProps) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Second factors`} className="access-list">
      {factors.map((factor) => (
        <FactorRow
          key={factor.id}
          factor={factor}
          protection={protectionBy(factors)}
          isRemovable={!isDemanded || factors.length > 1}
        />
      ))}
    </ul>
  );
}

type FactorRowProps = { factor: Factor; protection: Protection; isRemovable: boolean };

function FactorRow({ factor, protection, isRemovable }: FactorRowProps) {
  const { t } = useLingui();
  const { kind, name, host, created_at, last_used_at: usedAt } = factor;
  return (
    <li className="access-row">
      <div className="access-facts">
        <span className="access-name factor-name">
          <Icon of={icons[kind]} size={14} className="c3" />
          <EditedLine
            className="inp bare"
            label={t`Name of ${name}`}
            value={name}
            isNeeded
            save={(next) => renameFactor(factor, next)}
          />
        </span>
        <span className="c2 t12">
          {kind === "totp" ? t`Authenticator app` : t`Passkey for ${host ?? ""}`}
          {" · "}
          {usedAt ? t`used ${fromNow(usedAt)}` : t`never used`}
        </span>
        <span className="c3 t12">{t`since ${day(created_at)}`}</span>
      </div>
      {isRemovable && (
        <Confirmed
          label={t`Remove ${name}`}
          verb={t`Remove`}
          question={t`Nobody gets in with it any more.`}
          protection={protection}
          trigger={
            <Button icon={X} className="verb" aria-label={t`Remove ${name}`}>
              <Trans>Remove…</Trans>
            </Button>
          }
          run={(confirmation) => deleteFactor(factor, confirmation)}
        />
      )}
    </li>
  );
}
