/** The facts of a type as a strip, each edited in its place. */
import { useLingui } from "@lingui/react/macro";
import { withText } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { valuesBefore } from "../../server/changes";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { ColorField } from "../../ui/color-field";
import { EditedLine } from "../../ui/edited-line";
import { SIGN_NAMES, TypeIcon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { StripFact } from "../../ui/section";
import { Switch } from "../../ui/switch";
import { updateType } from "./changes";
import { metamodel } from "./page";
import type { CardType } from "./queries";

/** The layers that there are from the start. */
const LAYERS = ["Strategy & Transformation", "Business Architecture", "Application & Data", "Technical Architecture"];

type Changes = Partial<
  Pick<CardType, "color" | "icon" | "category" | "has_hierarchy" | "has_successors" | "is_hidden">
>;

/** Sets properties of a type; undoing brings the former values back. */
export const setProperties = (type: CardType, changes: Changes, sentence: string): Promise<boolean> => {
  const former = valuesBefore(type, changes);
  return updateType(type.key, {
    sentence,
    edit: (before) => ({ ...before, ...changes }),
    back: (before) => ({ ...before, ...former }),
  });
};

/** Gives a type another name in a language. */
export const renameType = (type: CardType, name: string, language: string, sentence: string): Promise<boolean> =>
  updateType(type.key, {
    sentence,
    edit: (before) => withText(before, "label", name, language),
    back: (before) => ({ ...before, label: type.label, translations: type.translations }),
  });

type TypeFactsProps = { type: CardType; types: readonly CardType[]; roleCount: number };

/** Shows the strip. */
export function TypeFacts({ type, types, roleCount }: TypeFactsProps) {
  const { t, i18n } = useLingui();
  const setSearch = metamodel.useSetSearch();
  const name = labelOf(type);
  const layers = [...new Set([...LAYERS, ...types.map(({ category }) => category ?? "")])].filter(Boolean);
  return (
    <section className="strip" aria-label={t`Facts of ${name}`}>
      <StripFact of={t`Name`}>
        <EditedLine
          className="inp bare"
          style={{ width: `calc(${Math.max(8, name.length)}ch + 14px)` }}
          label={t`Name of the type`}
          value={name}
          isNeeded
          save={(text) => renameType(type, text, i18n.locale, t`${name} is called ${text} now`)}
        />
      </StripFact>
      <StripFact of={t`Colour`}>
        <ColorField
          label={t`Colour`}
          value={type.color}
          onChange={(color) => void setProperties(type, { color }, t`${name} has another colour`)}
        />
        <span className="t12 num">{type.color.toUpperCase()}</span>
      </StripFact>
      <StripFact of={t`Icon`}>
        <Popup
          label={t`Icons`}
          trigger={
            <Button className="strip-value" aria-label={t`Icon: ${type.icon}`}>
              <TypeIcon type={type} />
              {type.icon}
            </Button>
          }
        >
          {(close) => (
            <div className="icons">
              {SIGN_NAMES.map((icon) => (
                <Button
                  key={icon}
                  className="ico"
                  aria-label={icon}
                  aria-pressed={icon === type.icon}
                  onPress={() => {
                    close();
                    void setProperties(type, { icon }, t`${name} has another icon`);
                  }}
                >
                  <TypeIcon type={{ icon, color: type.color }} size={16} />
                </Button>
              ))}
            </div>
          )}
        </Popup>
      </StripFact>
      <StripFact of={t`Layer`}>
        <Choice
          label={t`Layer`}
          value={type.category ?? ""}
          options={[...layers.map((value) => ({ value, label: value })), { value: "", label: t`Other` }]}
          onChange={(layer) => void setProperties(type, { category: layer || null }, t`${name} is in another layer`)}
        />
      </StripFact>
      <StripFact of={t`Tree`}>
        <Switch
          label={t`Tree`}
          isOn={type.has_hierarchy}
          onChange={(has_hierarchy) =>
            void setProperties(
              type,
              { has_hierarchy },
              has_hierarchy ? t`${name} may have parents` : t`${name} has no parents any more`,
            )
          }
        />
      </StripFact>
      <StripFact of={t`Successors`}>
        <Switch
          label={t`Successors`}
          isOn={type.has_successors}
          onChange={(has_successors) =>
            void setProperties(
              type,
              { has_successors },
              has_successors ? t`${name} may have successors` : t`${name} has no successors any more`,
            )
          }
        />
      </StripFact>
      <StripFact of={t`Subtypes`}>{type.subtypes.length}</StripFact>
      <StripFact of={t`Stakeholder roles`}>{roleCount}</StripFact>
      <StripFact of={t`Shown`}>
        <Switch
          label={t`Shown`}
          isOn={!type.is_hidden}
          onChange={(isOn) => {
            // The consequences are read before it is hidden.
            if (isOn) void setProperties(type, { is_hidden: false }, t`${name} is shown again`);
            else setSearch({ about: true, field: undefined, relation: undefined, subtype: undefined });
          }}
        />
      </StripFact>
    </section>
  );
}
