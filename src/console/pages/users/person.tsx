/** A person next to the list: role, sign-in, parts in cards, and what the removal of the account would leave. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bot, Check, RotateCcw, TriangleAlert, User } from "lucide-react";
import { day, fromNow, moment, time } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { type Account, partsQuery } from "../../people/queries";
import { rolesQuery } from "../../roles/queries";
import { useMe } from "../../server/session";
import { Sessions } from "../../sessions/session-list";
import { Tokens } from "../../tokens/token-list";
import { initialsOf } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { Icon, TypeIcon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb, Consequence, Side } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import { deleteAccount, resetFactors, unlock, updateAccount } from "./changes";
import { Orphans } from "./orphans";
import { mailOf, signInOf } from "./sign-in";

type PersonProps = { account: Account; isLastAdmin: boolean; close: () => void };

/** Shows an account. @param props.isLastAdmin true for the only one that may administer, which can't be lowered or removed */
export function Person({ account, isLastAdmin, close }: PersonProps) {
  const { t, i18n } = useLingui();
  const { data: roles = [] } = useQuery(rolesQuery);
  const { display_name: name, role, is_service_account: isProgram, locked_until: locked, last_login } = account;
  const isMe = useMe().id === account.id;
  const roleLabel = roles.find(({ key }) => key === role)?.label ?? role;
  return (
    <Side icon={isProgram ? Bot : User} kind={isProgram ? t`Service account` : t`Person`} label={name} close={close}>
      <div className="side-head">
        <span className="av big" aria-hidden>
          {initialsOf(name)}
        </span>
        <div>
          <h2 className="t15 w2">
            <EditedLine
              className="inp bare"
              label={t`Name`}
              value={name}
              isNeeded
              save={(display_name) =>
                updateAccount(account, { display_name }, t`${name} is called ${display_name} now`)
              }
            />
          </h2>
          <span className="c3 t12 trunc">{mailOf(account)}</span>
        </div>
      </div>
      {locked && (
        <div className="callout warn">
          <span className="st warn">
            <Icon of={TriangleAlert} size={14} />
          </span>
          <span>
            <Trans>Locked after five wrong passwords. It opens by itself at {time(locked)}.</Trans>{" "}
            <Button className="lk" onPress={() => void unlock(account)}>
              <Trans>Unlock now</Trans>
            </Button>
          </span>
        </div>
      )}
      <Section>
        <KeyValue of={t`Role`}>
          {isLastAdmin ? (
            <span>{roleLabel}</span>
          ) : (
            <Choice
              label={t`Role`}
              width={150}
              value={role}
              options={roles.map((one) => ({ value: one.key, label: one.label }))}
              onChange={(key) => {
                const label = roles.find((one) => one.key === key)?.label ?? key;
                return void updateAccount(account, { role: key }, t`${name} is ${label} now`);
              }}
            />
          )}
        </KeyValue>
        <KeyValue of={t`Signs in with`}>{i18n._(signInOf(account))}</KeyValue>
        {account.has_second_factor && !isMe && (
          <KeyValue of={t`Second factor`}>
            <AskingVerb
              icon={RotateCcw}
              verb={t`Reset`}
              question={t`Somebody who has lost it: ${name} logs in with the password alone until there is another.`}
              run={() => resetFactors(account)}
            />
          </KeyValue>
        )}
        <KeyValue of={t`Language`}>{account.locale}</KeyValue>
        <KeyValue of={t`Last seen`}>{last_login ? moment(last_login) : t`never`}</KeyValue>
        <KeyValue of={t`Since`}>{day(account.created_at)}</KeyValue>
        <KeyValue of={t`Active`}>
          {isLastAdmin || isMe ? (
            <span>{account.is_active ? t`May sign in` : t`May not sign in`}</span>
          ) : (
            <Switch
              label={t`Active`}
              isOn={account.is_active}
              onChange={(is_active) =>
                void updateAccount(
                  account,
                  { is_active },
                  is_active ? t`${name} may sign in again` : t`${name} may not sign in any more`,
                )
              }
            >
              {account.is_active ? t`May sign in` : t`May not sign in`}
            </Switch>
          )}
        </KeyValue>
      </Section>
      {account.is_active && !isMe && (
        <Tokens
          owner={account.id}
          mayMake={isProgram}
          empty={isProgram ? t`No token yet: the program can't call.` : t`This person has no access token.`}
        />
      )}
      {account.is_active && !isMe && !isProgram && <Sessions owner={account.id} />}
      <Parts account={account} />
      <Section title={t`If the account is removed`}>
        <Orphans accounts={[account]} />
        {last_login && (
          <Consequence icon={Check}>
            <Trans>
              What {name} has done stays in the history; the last sign-in was {fromNow(last_login)}.
            </Trans>
          </Consequence>
        )}
        {isMe ? (
          <p className="c3 t12">
            <Trans>Nobody can remove their own account.</Trans>
          </p>
        ) : isLastAdmin ? (
          <p className="c3 t12">
            <Trans>This is the last account that may administer: it can be neither removed nor lowered.</Trans>
          </p>
        ) : (
          <AskingVerb
            verb={t`Remove`}
            question={t`Remove the account of ${name} for good?`}
            run={async () => {
              if (await deleteAccount(account)) close();
            }}
          />
        )}
      </Section>
    </Side>
  );
}

/** Shows the cards in which the person has a part. */
function Parts({ account }: { account: Account }) {
  const { t } = useLingui();
  const types = useTypes();
  const { data, error, refetch } = useQuery(partsQuery(account.id));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  if (data.total === 0) return null;
  const roleIn = (type: string, card: (typeof data.items)[number]) =>
    Object.entries(card.stakeholders_by_role ?? {})
      .filter(([, people]) => people.some(({ user_id }) => user_id === account.id))
      .map(([key]) => {
        const one = types.get(type)?.stakeholder_roles.find((role) => role.key === key);
        return one ? labelOf(one) : key;
      });
  return (
    <Section title={t`Has a part in`} count={data.total}>
      {data.items.slice(0, 8).map((card) => (
        <div key={card.id} className="rel">
          <TypeIcon type={types.get(card.type)} />
          <Link to="/cards/$id" params={{ id: card.id }} className="trunc plain-link">
            {card.name}
          </Link>
          <span className="e">{roleIn(card.type, card).join(", ")}</span>
        </div>
      ))}
      {data.total > 8 && (
        <p className="c3 t12">
          <Trans>and {data.total - 8} more</Trans>
        </p>
      )}
    </Section>
  );
}
