/** A calculation: its facts, its formula, and the trial of what is being typed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { moment } from "../../language/format";
import { fieldsOf, relationTypesQuery } from "../../metamodel/fields";
import { type CardType, labelOf } from "../../metamodel/queries";
import { useSettled } from "../../state/settled";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { EditedLine } from "../../ui/edited-line";
import { StripFact } from "../../ui/section";
import { Status } from "../../ui/signs";
import { Switch } from "../../ui/switch";
import { switchCalculation, updateCalculation } from "./changes";
import { FormulaEditor } from "./formula-editor";
import { calculations } from "./page";
import { CalculationPanel } from "./panel";
import { type Calculation, functionsQuery, type Preview, previewQuery } from "./queries";
import { Trial } from "./trial";

/** The time after the last key at which a formula is tried. */
const PAUSE = 250;

type ContentProps = { calculation: Calculation; type: CardType | undefined };

/** Shows the calculation with its trial, and the panel next to both. */
export function CalculationContent({ calculation, type }: ContentProps) {
  const { t } = useLingui();
  const { cards } = calculations.useSearch();
  const [draft, setDraft] = useState<string>();
  const text = draft ?? calculation.formula;
  const tried = useSettled(text, PAUSE);
  const isEmpty = tried.trim() === "";
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...previewQuery({ ...calculation, formula: tried }, cards),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  });
  const { data: relations = [] } = useQuery(relationTypesQuery);
  const { data: functions = [] } = useQuery(functionsQuery);
  const isTried = data !== undefined && !isPlaceholderData && tried === text;
  const fault = isTried ? faultOf(data) : undefined;
  const field = fieldsOf(type).find(({ key }) => key === calculation.target_field_key);
  const { name } = calculation;
  const save = async () => {
    if (draft === undefined || draft === calculation.formula) return setDraft(undefined);
    if (await updateCalculation(calculation, { formula: draft }, t`The formula of ${name} is changed`))
      setDraft((now) => (now === draft ? undefined : now));
  };
  return (
    <>
      <section className="col" aria-label={name}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="scroll" tabIndex={0} aria-label={t`Formula and trial`}>
          <Facts calculation={calculation} type={type} />
          {calculation.last_error && (
            <div className="callout warn">
              <Status tone="bad">{t`Last run: ${calculation.last_error}`}</Status>
            </div>
          )}
          <section className="admin-list" aria-label={t`Formula of ${name}`}>
            <div className="gsec">
              <b>{t`Formula`}</b>
              <span className="sp" />
              <span role="status" className="trunc">
                {isEmpty ? (
                  <span className="c3">{t`Nothing is computed yet`}</span>
                ) : fault ? (
                  <Status tone="bad">{t`Line ${fault.line}, column ${fault.column}: ${fault.message ?? ""}`}</Status>
                ) : draft !== undefined && draft !== calculation.formula ? (
                  <span className="c3">{t`Saved when you leave it`}</span>
                ) : null}
              </span>
              {draft !== undefined && draft !== calculation.formula && (
                <Button className="lk" onPress={() => setDraft(undefined)}>
                  <Trans>Discard</Trans>
                </Button>
              )}
            </div>
            <FormulaEditor
              text={text}
              vocabulary={{ type, relations, functions }}
              fault={fault}
              onType={setDraft}
              save={() => void save()}
              drop={() => setDraft(undefined)}
            />
          </section>
          {!isEmpty && (
            <Trial
              reason={fault && (fault.message ?? "")}
              field={field}
              typeKey={calculation.target_type_key}
              preview={data}
              error={error}
              retry={refetch}
            />
          )}
        </section>
      </section>
      <CalculationPanel calculation={calculation} type={type} field={field} preview={isEmpty ? undefined : data} />
    </>
  );
}

/** Returns the place at which a formula fails for every card. */
const faultOf = ({ cards, failed_count, compared_count }: Preview) =>
  failed_count === compared_count ? cards.find(({ position }) => position)?.position : undefined;

/** Shows the facts as a strip, each edited in its place. */
function Facts({ calculation, type }: ContentProps) {
  const { t } = useLingui();
  const { name, description, is_active: isOn, last_run_at: at, target_field_key: key } = calculation;
  const options = fieldsOf(type).map((field) => ({ value: field.key, label: labelOf(field) }));
  const known = options.some(({ value }) => value === key) ? options : [{ value: key, label: key }, ...options];
  return (
    <>
      <section className="strip" aria-label={t`Facts of ${name}`}>
        <StripFact of={t`Name`}>
          <EditedLine
            className="inp bare"
            style={{ width: `calc(${Math.max(8, name.length)}ch + 14px)` }}
            label={t`Name of the calculation`}
            value={name}
            isNeeded
            save={(text) => updateCalculation(calculation, { name: text }, t`${name} is called ${text} now`)}
          />
        </StripFact>
        <StripFact of={t`Fills`}>
          <Choice
            label={t`Fills`}
            value={key}
            options={known}
            onChange={(field) =>
              void updateCalculation(calculation, { target_field_key: field }, t`${name} fills another field`)
            }
          />
        </StripFact>
        <StripFact of={t`Order`}>
          <EditedLine
            className="inp bare calc-order"
            label={t`Order`}
            value={String(calculation.execution_order)}
            isNeeded
            save={async (text) => {
              const order = Number(text);
              if (Number.isInteger(order))
                await updateCalculation(calculation, { execution_order: order }, t`${name} runs in another order`);
            }}
          />
        </StripFact>
        <StripFact of={t`On`}>
          <Switch label={t`On`} isOn={isOn} onChange={(to) => void switchCalculation(calculation, to)} />
        </StripFact>
        <StripFact of={t`Last run`}>{at ? moment(at) : <span className="c3">{t`never`}</span>}</StripFact>
      </section>
      <div className="calc-about">
        <EditedLine
          className="inp bare"
          label={t`What it is for`}
          placeholder={t`What it is for: a sentence, or nothing`}
          value={description ?? ""}
          save={(text) => updateCalculation(calculation, { description: text || null }, t`${name} is described`)}
        />
      </div>
    </>
  );
}
