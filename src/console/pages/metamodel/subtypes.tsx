/** The subtypes of a type, with how many cards are of each. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { GitFork, LayoutGrid, Plus } from "lucide-react";
import type { CSSProperties } from "react";
import { number } from "../../language/format";
import { keyFor, withName } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Icon } from "../../ui/icon";
import { NamePopup } from "../../ui/name-form";
import { RowName } from "../../ui/row-name";
import { Section } from "../../ui/section";
import { AskingVerb, Consequence } from "../../ui/side";
import { updateType } from "./changes";
import { movedBy, ofEntry, ofSubtypes, withAt, without } from "./edits";
import { metamodel } from "./page";
import { type CardType, type Subtype, subtypeUsageQuery } from "./queries";

const COLUMNS = "28px minmax(150px,1fr) 160px 118px";

/** Shows the subtypes. */
export function Subtypes({ type }: { type: CardType }) {
  const { t } = useLingui();
  const taken = new Set(type.subtypes.map(({ key }) => key));
  const { data: counts } = useQuery({ ...subtypeUsageQuery(type.key), enabled: !type.is_hidden });
  return (
    <section className="admin-list" id="subtypes" aria-label={t`Subtypes`}>
      <div className="gsec">
        <b>
          <Trans>Subtypes</Trans>
        </b>
        <span className="c3 num">{type.subtypes.length}</span>
        <span className="sp" />
        <NamePopup
          label={t`New subtype`}
          trigger={
            <Button icon={Plus} aria-label={t`New subtype`}>
              <Trans>Subtype</Trans>
            </Button>
          }
          field={t`Name of the subtype`}
          verb={t`Create`}
          make={(label) => {
            const key = keyFor(label, taken, "subtype");
            return updateType(type.key, {
              sentence: t`The subtype ${label} is made`,
              edit: ofSubtypes((list) => withAt<Subtype>({ key, label }, list.length)(list)),
              back: ofSubtypes(without(key)),
            });
          }}
        />
      </div>
      <ul aria-label={t`Subtypes`} className="rows" style={{ "--cols": COLUMNS } as CSSProperties}>
        {type.subtypes.map((subtype) => (
          <SubtypeRow key={subtype.key} type={type} subtype={subtype} count={counts?.get(subtype.key) ?? 0} />
        ))}
      </ul>
    </section>
  );
}

function SubtypeRow({ type, subtype, count }: { type: CardType; subtype: Subtype; count: number }) {
  const { t, i18n } = useLingui();
  const { subtype: current } = metamodel.useSearch();
  const setSearch = metamodel.useSetSearch();
  const name = labelOf(subtype);
  const hidden = subtype.hidden_fields?.length ?? 0;
  return (
    <li className={subtype.key === current ? "gr sel" : "gr"}>
      <div className="ck c3">
        <Icon of={GitFork} size={14} />
      </div>
      <div className="name">
        <RowName
          name={name}
          label={t`Name of the subtype`}
          isCurrent={subtype.key === current}
          open={() =>
            setSearch(
              { subtype: subtype.key, field: undefined, relation: undefined, about: undefined },
              { replace: true },
            )
          }
          rename={(text) =>
            updateType(type.key, {
              sentence: t`${name} is called ${text} now`,
              edit: ofSubtypes(ofEntry(subtype.key, (before) => withName(before, text, i18n.locale))),
              back: ofSubtypes(ofEntry(subtype.key, () => subtype)),
            })
          }
          move={(step) =>
            void updateType(type.key, {
              sentence: t`${name} is moved`,
              edit: ofSubtypes(movedBy(subtype.key, step)),
              back: ofSubtypes(movedBy(subtype.key, step === 1 ? -1 : 1)),
            })
          }
        />
      </div>
      <div className="c3 t12">{hidden > 0 && plural(hidden, { one: "hides # field", other: "hides # fields" })}</div>
      <div className="r num">{number(count)}</div>
    </li>
  );
}

type SubtypePanelProps = { type: CardType; subtype: Subtype; close: () => void };

/** Shows a subtype: the fields that its cards don't have, and what its removal would do. */
export function SubtypePanel({ type, subtype, close }: SubtypePanelProps) {
  const { t } = useLingui();
  const { data: counts } = useQuery({ ...subtypeUsageQuery(type.key), enabled: !type.is_hidden });
  const count = counts?.get(subtype.key) ?? 0;
  const name = labelOf(subtype);
  const fields = type.fields_schema.flatMap((section) => section.fields);
  const remove = async () => {
    const at = type.subtypes.indexOf(subtype);
    const isDone = await updateType(type.key, {
      sentence: t`The subtype ${name} is removed`,
      edit: ofSubtypes(without(subtype.key)),
      back: ofSubtypes(withAt(subtype, at)),
    });
    if (isDone) close();
  };
  return (
    <>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">{name}</h2>
          <p className="c2 t12">{t`Subtype of ${labelOf(type)} · key ${subtype.key}`}</p>
        </div>
      </div>
      <Section title={t`Fields that it hides`} count={subtype.hidden_fields?.length ?? 0}>
        <CheckList
          label={t`Fields that it hides`}
          options={fields.map((field) => ({ value: field.key, label: labelOf(field) }))}
          chosen={subtype.hidden_fields ?? []}
          onChange={(hidden_fields) =>
            void updateType(type.key, {
              sentence: t`${name} hides other fields`,
              edit: ofSubtypes(ofEntry(subtype.key, (before) => ({ ...before, hidden_fields }))),
              back: ofSubtypes(
                ofEntry(subtype.key, (before) => ({ ...before, hidden_fields: subtype.hidden_fields ?? [] })),
              ),
            })
          }
        />
      </Section>
      <Section title={t`If this subtype is removed`}>
        <Consequence icon={LayoutGrid}>
          {count === 0 ? (
            <Trans>No card is of it.</Trans>
          ) : (
            plural(count, {
              one: "# card keeps the key of the subtype, which nothing explains any more.",
              other: "# cards keep the key of the subtype, which nothing explains any more.",
            })
          )}
        </Consequence>
        {count > 0 ? (
          <AskingVerb verb={t`Remove the subtype`} question={t`Remove ${name} from the list?`} run={remove} />
        ) : (
          <Button className="verb" onPress={() => void remove()}>
            <Trans>Remove the subtype</Trans>
          </Button>
        )}
      </Section>
    </>
  );
}
