/** The rule by which backups are made: when, where, how many stay, and whether others could read them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { moment } from "../../language/format";
import type { BackupList } from "../../operations/queries";
import { StripFact } from "../../ui/section";
import { Status } from "../../ui/signs";

/** Shows the rule; what endangers the landscape stands out. */
export function BackupRule({ list }: { list: BackupList }) {
  const { t } = useLingui();
  const { is_on, next_at, folder, keeps, is_encrypted, second_place } = list;
  const { daily, weekly, monthly } = keeps;
  return (
    <div className="strip">
      <StripFact of={t`Made by itself`}>
        {is_on ? (
          next_at ? (
            <Trans>next {moment(next_at)}</Trans>
          ) : (
            t`every night`
          )
        ) : (
          <Status tone="bad">{t`off`}</Status>
        )}
      </StripFact>
      <StripFact of={t`Folder`}>
        <span className="trunc" title={folder}>
          {folder}
        </span>
      </StripFact>
      <StripFact of={t`Second place`}>
        {second_place ? (
          <span className="trunc" title={second_place}>
            {second_place}
          </span>
        ) : (
          <Status tone="warn">{t`none`}</Status>
        )}
      </StripFact>
      <StripFact of={t`Stay`}>
        <Trans>
          {daily} days, {weekly} weeks, {monthly} months
        </Trans>
      </StripFact>
      <StripFact of={t`Encrypted`}>{is_encrypted ? t`yes` : <span className="c2">{t`no`}</span>}</StripFact>
    </div>
  );
}
