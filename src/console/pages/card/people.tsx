/** The people who have a part in a card; others are given one by a few letters of their names. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { assign, unassign } from "../../cards/changes";
import { peopleQuery } from "../../cards/queries";
import { useCardRights } from "../../cards/rights";
import { labelOf } from "../../metamodel/queries";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";
import { useMay } from "../../server/session";
import { Avatar } from "../../ui/avatar";
import { IconButton } from "../../ui/button";
import { KeyValue, Section } from "../../ui/section";
import { Failed } from "../../ui/states";
import { TypeAhead } from "../../ui/type-ahead";
import type { CardProps } from "./bar";

/** Returns people for a role of a card, those of its neighbours first. */
const suggestedQuery = (card_id: string, role: string, q: string) =>
  query(["cards", "suggested", card_id, role, q], ["stakeholder.", "user."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/suggested-people", {
        signal,
        params: { path: { card_id }, query: { role, ...(q && { q }) } },
      }),
    ),
  );

type PeopleProps = CardProps & {
  /** The key of the role that is being given; nothing while none is. */
  role: string | undefined;
  setRole: (role?: string) => void;
};

/** Shows the people, and the roles that nobody has yet for those who may give them. */
export function People({ card, type, role, setRole }: PeopleProps) {
  const { t } = useLingui();
  const maySee = useMay("stakeholders.view");
  const { data: people = [], error, refetch } = useQuery({ ...peopleQuery(card.id), enabled: maySee });
  const mayManage = useCardRights(card.id)("can_manage_stakeholders");
  const roles = type?.stakeholder_roles ?? [];
  if (!maySee) return null;
  return (
    <Section title={t`People`}>
      {error && <Failed error={error} retry={refetch} />}
      {roles.map((one) => {
        const holders = people.filter((person) => person.role === one.key);
        if (holders.length === 0 && !mayManage) return null;
        return (
          <KeyValue key={one.key} of={labelOf(one)}>
            <span className="people">
              {holders.map(({ id, user_display_name }) => (
                <span key={id} className="rel">
                  <Avatar name={user_display_name ?? "?"} />
                  <span className="trunc">{user_display_name}</span>
                  {mayManage && (
                    <IconButton
                      writes
                      className="unrelate"
                      size={14}
                      icon={X}
                      label={t`Take ${user_display_name ?? "?"} away`}
                      onPress={() => void unassign(card, user_display_name ?? "?", id)}
                    />
                  )}
                </span>
              ))}
              {mayManage &&
                (role === one.key ? (
                  <PersonLine card={card} role={one.key} close={() => setRole()} />
                ) : (
                  <button
                    type="button"
                    className={`lk t12 ${holders.length > 0 ? "more" : ""}`}
                    onClick={() => setRole(one.key)}
                    aria-label={t`Assign: ${labelOf(one)}`}
                  >
                    <Trans>Assign</Trans>
                  </button>
                ))}
            </span>
          </KeyValue>
        );
      })}
    </Section>
  );
}

function PersonLine({ card, role, close }: { card: CardProps["card"]; role: string; close: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const { data: found = [] } = useQuery({
    ...suggestedQuery(card.id, role, text.trim()),
    placeholderData: (before) => before,
  });
  return (
    <span className="person-line">
      <TypeAhead
        label={t`Name or address`}
        placeholder={t`Name or address`}
        autoFocus
        onLeave={close}
        empty={t`Nobody of this name`}
        suggestions={found.map(({ user_id, display_name, email, neighbours }) => ({
          id: user_id,
          label: display_name,
          sign: <Avatar name={display_name} />,
          remark: neighbours > 0 ? t`${neighbours} of its neighbours` : email,
        }))}
        onType={setText}
        onChoose={(id) => {
          const person = found.find(({ user_id }) => user_id === id);
          if (person) void assign(card, { user_id: id, name: person.display_name }, role);
          close();
        }}
      />
    </span>
  );
}
