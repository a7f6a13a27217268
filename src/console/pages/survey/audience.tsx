/** The audience of a survey: cards by filters, their people by roles, and the cards about which nobody is asked. */
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { changedFilter, type Filter, type FilterChange, formatFilter, withCondition } from "../../filters/condition";
import { FilterRow } from "../../filters/filter-row";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { contentOf, filterOf, ROLE } from "../../surveys/audience";
import { updateDraft } from "../../surveys/changes";
import type { Audience, Survey } from "../../surveys/queries";
import { isRelation, useLive, Value } from "../../surveys/words";
import { Avatar } from "../../ui/avatar";
import { Icon, TypeIcon } from "../../ui/icon";
import { LoadingRows } from "../../ui/states";
import { useAudienceFields } from "./audience-fields";
import { CardChips, RelatedButton } from "./card-chips";
import { Step } from "./step";

type StepProps = { survey: Survey; audience: Audience | undefined; isDraft: boolean };

/** Attributes of a row of the audience that are shown next to its people. */
const MAX_VALUES = 2;

/** Shows who is asked, counted at once. */
export function AudienceStep({ survey, audience, isDraft }: StepProps) {
  const { t } = useLingui();
  const types = useTypes();
  const fields = useAudienceFields(survey.target_type_key);
  const filter = filterOf(survey);
  const type = types.get(survey.target_type_key);
  const save = (change: FilterChange) => {
    const next = changedFilter(filter, change);
    void updateDraft(survey, contentOf(next, survey.target_filters), t`The audience of ${survey.name} changed`);
  };
  return (
    <Step title={t`Who is asked`} remark={t`Once per card and person`}>
      <div className={isDraft ? "survey-chips" : "survey-chips is-fixed"} inert={!isDraft}>
        <FilterRow fields={fields} filter={filter} onFilter={save} command="survey.filter">
          <span className="chip">
            <span className="k">
              <Trans>Type</Trans>
            </span>
            <span className="o">
              <Trans>is</Trans>
            </span>
            <span>
              <TypeIcon type={type} size={14} />
              {type ? labelOf(type) : survey.target_type_key}
            </span>
          </span>
          <CardChips survey={survey} />
        </FilterRow>
        <RelatedButton survey={survey} />
      </div>
      {!audience && <LoadingRows rows={6} />}
      {audience && (
        <>
          <div className="survey-counts">
            <span>
              <b className="num">{number(audience.asked_cards)}</b>{" "}
              <span className="c2">{plural(audience.asked_cards, { one: "card", other: "cards" })}</span>
            </span>
            <span>
              <b className="num">{number(audience.people)}</b>{" "}
              <span className="c2">{plural(audience.people, { one: "person", other: "people" })}</span>
            </span>
            <span>
              <b className="num">{number(audience.responses * survey.fields.length)}</b>{" "}
              <span className="c2">
                {plural(audience.responses * survey.fields.length, { one: "answer", other: "answers" })}
              </span>
            </span>
          </div>
          {isDraft && <Unasked survey={survey} audience={audience} filter={filter} save={save} />}
          <Targets survey={survey} audience={audience} />
        </>
      )}
    </Step>
  );
}

type UnaskedProps = { survey: Survey; audience: Audience; filter: Filter; save: (filter: Filter) => void };

/** Shows about how many cards nobody is asked, and the roles that would reach them. */
function Unasked({ survey, audience, filter, save }: UnaskedProps) {
  const { t } = useLingui();
  const types = useTypes();
  const type = types.get(survey.target_type_key);
  const count = audience.total_cards - audience.asked_cards;
  const hasRoles = survey.target_roles.length > 0;
  const labelOfRole = (key: string) => {
    const role = type?.stakeholder_roles.find((one) => one.key === key);
    return role ? labelOf(role) : key;
  };
  const further = audience.roles.filter(
    (one) => !survey.target_roles.includes(one.key) && (one.further_cards > 0 || !hasRoles),
  );
  if (count === 0 && hasRoles) return null;
  const roles = survey.target_roles.map(labelOfRole).join(", ");
  const { total_cards: total } = audience;
  return (
    <div className="callout survey-unasked">
      <span className="st warn">
        <Icon of={TriangleAlert} size={14} />
      </span>
      <span>
        {hasRoles ? (
          <>
            <b>
              <Trans>
                {number(count)} of {number(total)} cards have nobody as {roles}
              </Trans>
            </b>
            {"; "}
            <Trans>nobody would be asked about them.</Trans>{" "}
          </>
        ) : (
          <>
            <b>
              <Trans>No role is chosen yet</Trans>
            </b>
            {": "}
            <Trans>a survey asks the people who have a role on each card.</Trans>{" "}
          </>
        )}
        {hasRoles && survey.target_roles.length === 1 && (
          <>
            <Link
              to="/inventory"
              className="lk"
              search={{
                type: survey.target_type_key,
                filter: formatFilter({
                  conditions: [
                    ...filter.conditions.filter(({ field }) =>
                      type?.fields_schema.some((one) => one.fields.some(({ key }) => key === field)),
                    ),
                    { field: `stakeholder.${survey.target_roles[0]}`, isNegated: false, kind: "empty" },
                  ],
                  search: "",
                }),
              }}
            >
              <Trans>See them</Trans>
            </Link>
            {further.length > 0 && " · "}
          </>
        )}
        {further.slice(0, 3).map(({ key, further_cards, cards }, at) => (
          <span key={key}>
            {at > 0 && " · "}
            <button
              type="button"
              className="lk"
              onClick={() =>
                save(
                  withCondition(filter, {
                    field: ROLE,
                    isNegated: false,
                    kind: "values",
                    values: [...survey.target_roles, key],
                  }),
                )
              }
            >
              {hasRoles
                ? t`Ask ${labelOfRole(key)} too (${number(further_cards)})`
                : t`Ask ${labelOfRole(key)} (${number(cards)})`}
            </button>
          </span>
        ))}
      </span>
    </div>
  );
}

/** Shows the first cards with their people, and what they say. */
function Targets({ survey, audience }: { survey: Survey; audience: Audience }) {
  const { t } = useLingui();
  const types = useTypes();
  const type = types.get(survey.target_type_key);
  const live = useLive(survey.target_type_key);
  const fields = survey.fields
    .filter((field) => !isRelation(field))
    .slice(0, MAX_VALUES)
    .map(live);
  const { targets, asked_cards } = audience;
  if (targets.length === 0)
    return (
      <p className="c3 survey-nobody">
        <Trans>Nobody is asked like this: no card has somebody in this role.</Trans>
      </p>
    );
  const left = asked_cards - targets.length;
  return (
    <ul className="survey-targets" aria-label={t`Who is asked`}>
      {targets.map(({ card_id, card_name, users, values }) => (
        <li key={card_id}>
          <span className="survey-target-card">
            <TypeIcon type={type} size={14} />
            <Link to="/cards/$id" params={{ id: card_id }} className="trunc survey-card-link">
              {card_name}
            </Link>
          </span>
          <span className="c2 survey-target-people">
            {users.slice(0, 3).map(({ user_id, display_name }) => (
              <Avatar key={user_id} name={display_name} title={display_name} />
            ))}
            <span className="trunc">
              {users.length === 1
                ? users[0]?.display_name
                : plural(users.length, { one: "# person", other: "# people" })}
            </span>
          </span>
          <span className="sp" />
          {fields.map((field) => (
            <span key={field.key} className="survey-target-value num">
              {field.key in values ? <Value field={field} value={values[field.key]} /> : null}
            </span>
          ))}
        </li>
      ))}
      {left > 0 && (
        <li className="c3">
          <Plural value={left} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  );
}
