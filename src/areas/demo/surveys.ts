/** The steps of the demo company's surveys: written, sent, answered, closed, applied. */
import { surveys } from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { cardType } from "../metamodel";
import { applyResponses, closeSurvey, createSurvey, listResponses, sendSurvey, submitResponse } from "../surveys";
import type { IdOf, Step } from "./story";

type DemoSurvey = (typeof surveys)[number];

const TYPE = "Application";
const AUTHOR = "ines";

/** Creates a survey with what its builder stores of each field, and sends it unless it stays a draft. @returns its id */
function create(actor: Actor, { name, description, message, roles, fields: keys, sent }: DemoSurvey): string {
  const known = cardType(TYPE)?.fields;
  const fields = keys.flatMap((key) => {
    const field = known?.get(key);
    return field ? [{ key, label: field.label, type: field.type, action: "maintain" }] : [];
  });
  const id = createSurvey(actor, {
    name,
    description,
    message,
    target_type_key: TYPE,
    target_roles: [...roles],
    fields,
  });
  if (sent) sendSurvey(actor, id);
  return id;
}

/** Returns the answers of a respondent: new values for some fields, and the others confirmed. */
const responsesFor = (fields: readonly string[], values: Record<string, unknown>) =>
  Object.fromEntries(
    fields.map((key) => [
      key,
      key in values ? { new_value: values[key], confirmed: false } : { new_value: null, confirmed: true },
    ]),
  );

/** Closes a survey and applies all answers. */
function conclude(actor: Actor, id: string): void {
  closeSurvey(id);
  applyResponses(
    actor,
    id,
    listResponses(id, "completed").map((response) => response.id),
  );
}

function stepsOf(survey: DemoSurvey, idOf: IdOf): Step[] {
  const { day, closed, fields, answers } = survey;
  let id = "";
  return [
    {
      day,
      by: AUTHOR,
      operation: "POST /api/v1/surveys",
      work(actor) {
        id = create(actor, survey);
      },
    },
    ...answers.map(([name, answered, by, values]): Step => {
      const responses = responsesFor(fields, values);
      const operation = "POST /api/v1/surveys/{survey_id}/respond/{card_id}";
      const work = (actor: Actor) => void submitResponse(actor, id, idOf({ type: TYPE, name }), { responses });
      return { day: answered, by, operation, work };
    }),
    ...(closed === undefined
      ? []
      : [
          {
            day: closed,
            by: AUTHOR,
            operation: "POST /api/v1/surveys/{survey_id}/apply",
            work: (actor: Actor) => conclude(actor, id),
          } as const,
        ]),
  ];
}

/** Returns the steps of all surveys. */
export const surveySteps = (idOf: IdOf): Step[] => surveys.flatMap((survey) => stepsOf(survey, idOf));
