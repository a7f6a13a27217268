/** The options of a field: their order, names and colours, and how many cards have each. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff, Plus, X } from "lucide-react";
import { useState } from "react";
import { number } from "../../language/format";
import { keyFor, withName } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { Grip, useDropTarget } from "../../ui/arranged";
import { Button, IconButton } from "../../ui/button";
import { ColorField } from "../../ui/color-field";
import { EditedLine } from "../../ui/edited-line";
import { NamePopup } from "../../ui/name-form";
import { Section } from "../../ui/section";
import { checkUnused } from "./changes";
import { type Edit, movedBy, ofEntry, ofOptions, withAt, without } from "./edits";
import type { FieldHome } from "./field-edits";
import { type Field, type FieldOption, fieldImpactQuery, usageQuery } from "./queries";

const DRAGGED = "text/x-option";
/** The colour of an option that has none. */
const NO_COLOR = "#9aa0a6";

type OptionsProps = { home: FieldHome; field: Field };

/** Shows the options. */
export function Options({ home, field }: OptionsProps) {
  const { t } = useLingui();
  const { data: usage } = useQuery({ ...usageQuery(home.cardType ?? ""), enabled: home.cardType !== undefined });
  const used = usage?.fields.find(({ field_key }) => field_key === field.key);
  const options = field.options ?? [];
  const create = (label: string) => {
    const key = keyFor(label, new Set(options.map((one) => one.key)), "option");
    const { cardType } = home;
    return home.change(field.key, {
      sentence: t`The option ${label} is made`,
      edit: ofOptions((list) => withAt({ key, label }, list.length)(list)),
      back: ofOptions(without(key)),
      ...(cardType && { beforeBack: () => checkUnused(cardType, field.key, key) }),
    });
  };
  return (
    <Section title={t`Options`} count={options.length} remark={home.cardType ? t`cards` : undefined}>
      <ul aria-label={t`Options`}>
        {options.map((option) => (
          <OptionRow
            key={option.key}
            home={home}
            field={field}
            option={option}
            count={used ? (used.options[option.key] ?? 0) : undefined}
          />
        ))}
      </ul>
      <div className="rel">
        <NamePopup
          label={t`New option`}
          trigger={
            <Button icon={Plus} className="verb" aria-label={t`New option`}>
              <Trans>Option</Trans>
            </Button>
          }
          field={t`Name of the option`}
          verb={t`Create`}
          make={create}
        />
        {usage && used && <span className="e num">{t`${number(usage.card_count - used.card_count)} not set`}</span>}
      </div>
    </Section>
  );
}

type OptionRowProps = OptionsProps & { option: FieldOption; count: number | undefined };

function OptionRow({ home, field, option, count }: OptionRowProps) {
  const { t, i18n } = useLingui();
  const [isAsking, ask] = useState(false);
  const name = labelOf(option);
  const options = field.options ?? [];
  const at = options.indexOf(option);
  const isLocked = option.built_in === true;
  const change = (sentence: string, edit: Edit<FieldOption>, back: Edit<FieldOption>) =>
    home.change(field.key, {
      sentence,
      edit: ofOptions(ofEntry(option.key, edit)),
      back: ofOptions(ofEntry(option.key, back)),
    });
  const toFormer: Edit<FieldOption> = () => option;
  const move = (step: 1 | -1) =>
    void home.change(field.key, {
      sentence: t`${name} is moved`,
      edit: ofOptions(movedBy(option.key, step)),
      back: ofOptions(movedBy(option.key, step === 1 ? -1 : 1)),
    });
  const drop = useDropTarget(DRAGGED, (key) => {
    const dragged = options.find((one) => one.key === key);
    if (!dragged || dragged === option) return;
    const placed = (place: number) => (list: readonly FieldOption[]) => {
      const entry = list.find((one) => one.key === key);
      return entry ? withAt(entry, place)(list.filter((one) => one.key !== key)) : list;
    };
    void home.change(field.key, {
      sentence: t`${labelOf(dragged)} is moved`,
      edit: ofOptions(placed(at)),
      back: ofOptions(placed(options.indexOf(dragged))),
    });
  });
  const remove = (isUsed: boolean) =>
    home.change(field.key, {
      sentence: t`The option ${name} is removed`,
      edit: ofOptions(without(option.key)),
      ...(!isUsed && { back: ofOptions(withAt(option, at)) }),
    });
  return (
    <li className={drop.isOver ? "option over" : "option"} {...drop.handlers}>
      <div className={option.hidden ? "rel faded" : "rel"}>
        <Grip kind={DRAGGED} dragged={option.key} />
        <ColorField
          label={t`Colour of ${name}`}
          value={option.color ?? NO_COLOR}
          isDisabled={isLocked}
          onChange={(color) => void change(t`${name} has another colour`, (before) => ({ ...before, color }), toFormer)}
        />
        {isLocked ? (
          <span className="trunc">{name}</span>
        ) : (
          <EditedLine
            className="inp bare"
            label={t`Option ${name}`}
            value={name}
            isNeeded
            onKeyDownCapture={(event) => {
              if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
              event.preventDefault();
              move(event.key === "ArrowDown" ? 1 : -1);
            }}
            save={(label) =>
              change(t`${name} is called ${label} now`, (before) => withName(before, label, i18n.locale), toFormer)
            }
          />
        )}
        <span className="e num">{count === undefined ? "" : number(count)}</span>
        {!home.cardType && (
          <IconButton
            icon={option.hidden ? EyeOff : Eye}
            size={14}
            label={option.hidden ? t`Show ${name} again` : t`Hide ${name}`}
            onPress={() =>
              void change(
                option.hidden ? t`${name} is shown` : t`${name} is hidden`,
                (before) => ({ ...before, hidden: !option.hidden }),
                (before) => ({ ...before, hidden: option.hidden === true }),
              )
            }
          />
        )}
        {!isLocked && (
          <IconButton
            icon={X}
            size={14}
            label={t`Remove the option ${name}`}
            onPress={() => (home.cardType ? ask(true) : void remove(false))}
          />
        )}
      </div>
      {isAsking && (
        <OptionRemoval
          type={home.cardType ?? ""}
          field={field}
          option={option}
          remove={(isUsed) => void remove(isUsed)}
          close={() => ask(false)}
        />
      )}
    </li>
  );
}

type OptionRemovalProps = {
  type: string;
  field: Field;
  option: FieldOption;
  remove: (isUsed: boolean) => void;
  close: () => void;
};

/** Shows how many cards would lose an option, then the verb. */
function OptionRemoval({ type, field, option, remove, close }: OptionRemovalProps) {
  const { data } = useQuery(fieldImpactQuery(type, field.key, option.key));
  const calculations = data?.references["calculations"] ?? 0;
  return (
    <span className="asking t12" role="alert">
      {!data && <Trans>Counting…</Trans>}
      {data && data.card_count === 0 && <Trans>No card has it.</Trans>}
      {data &&
        data.card_count > 0 &&
        plural(data.card_count, { one: "# card loses it, for good.", other: "# cards lose it, for good." })}{" "}
      {calculations > 0 && plural(calculations, { one: "# calculation names it.", other: "# calculations name it." })}
      <span className="asking-verbs">
        <Button look="bad" isDisabled={!data} onPress={() => remove((data?.card_count ?? 0) > 0)}>
          <Trans>Remove the option</Trans>
        </Button>
        <Button look="line" autoFocus onPress={close}>
          <Trans>Leave it</Trans>
        </Button>
      </span>
    </span>
  );
}
