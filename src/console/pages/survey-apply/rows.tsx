/** The preview of an application, response by response: each value as it is and as it would be. */
import { Trans, useLingui } from "@lingui/react/macro";
import { isSame } from "../../cards/edited-field";
import { useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import type { Schemas } from "../../server/client";
import type { Survey } from "../../surveys/queries";
import { nameOf, useLive, Value } from "../../surveys/words";
import { CheckMark } from "../../ui/check-mark";
import { TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";

type Preview = Schemas["SurveyApplicationPreview"];
type Change = Preview["changes"][number];
type Response = Schemas["SurveyResponse"];

export type Row = {
  key: string;
  response: Response;
  /** Nothing for a response that only confirms. */
  change?: Change;
  /** The reason for which it can't be applied. */
  objection?: string;
  /** True when the card has another value than the one that was asked about. */
  isMoved: boolean;
};

/** Returns the rows of a preview: what changes first, then what only confirms. */
export function rowsOf(
  { changes, errors }: Preview,
  responses: readonly Response[],
  refused: ReadonlyMap<string, string>,
): Row[] {
  const byResponse = Map.groupBy(changes, ({ response_id }) => response_id);
  const objections = new Map([...errors.map(({ response_id, error }) => [response_id, error] as const), ...refused]);
  const rows = responses.flatMap((response): Row[] => {
    const reason = objections.get(response.id);
    const common = { response, ...(reason !== undefined && { objection: reason }) };
    const own = byResponse.get(response.id);
    if (!own) return [{ ...common, key: response.id, isMoved: false }];
    return own.map((change) => ({
      ...common,
      key: `${response.id} ${change.key}`,
      change,
      isMoved: !isSame(change.answered_value, change.current_value),
    }));
  });
  return rows.toSorted((one, other) => Number(one.change === undefined) - Number(other.change === undefined));
}

const COLUMNS = "36px minmax(150px,220px) minmax(120px,180px) minmax(0,1fr) minmax(0,1fr) 150px";

type ChangeRowsProps = {
  survey: Survey;
  rows: readonly Row[];
  left: ReadonlySet<string>;
  toggle: (id: string) => void;
};

/** Shows the rows: X leaves a response out, Space peeks at its card. */
export function ChangeRows({ survey, rows, left, toggle }: ChangeRowsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const peek = useSetPeek();
  const live = useLive(survey.target_type_key);
  const fields = new Map(survey.fields.map((field) => [field.key, live(field)]));
  return (
    <>
      <div className="gh slim survey-heads" aria-hidden style={{ gridTemplateColumns: COLUMNS }}>
        <div />
        <div>
          <Trans>Card</Trans>
        </div>
        <div>
          <Trans>Field</Trans>
        </div>
        <div>
          <Trans>Now</Trans>
        </div>
        <div>
          <Trans>Then</Trans>
        </div>
        <div>
          <Trans>By</Trans>
        </div>
      </div>
      <Rows
        label={t`What would change`}
        items={rows}
        keyOf={({ key }) => key}
        columns={COLUMNS}
        onKey={(key, { response }) => {
          if (key === "x") toggle(response.id);
          else if (key === "space") peek(response.card_id);
          else return false;
          return true;
        }}
      >
        {({ response, change, objection, isMoved }) => {
          const isIn = !left.has(response.id);
          const field = change && fields.get(change.key);
          const name = response.card_name ?? "";
          return (
            <>
              <div className="survey-check">
                <button
                  type="button"
                  className="todo-box"
                  aria-pressed={isIn}
                  aria-label={t`Apply what was said about ${name}`}
                  onClick={() => toggle(response.id)}
                >
                  <CheckMark state={isIn} />
                </button>
              </div>
              <div>
                <TypeIcon type={types.get(response.card_type ?? "")} size={14} />
                <button type="button" className="row-main trunc" onClick={() => peek(response.card_id)}>
                  {name}
                </button>
              </div>
              <div className="c2">{field && <span className="trunc">{nameOf(field)}</span>}</div>
              <div>
                {change && field ? (
                  <>
                    <span className="survey-old trunc">
                      <Value field={field} value={change.current_value} />
                    </span>
                    {isMoved && <Status tone="warn" title={t`The card has changed since it was asked about`} />}
                  </>
                ) : (
                  <span className="c3">
                    <Trans>only confirms</Trans>
                  </span>
                )}
              </div>
              <div className="w2">
                {change && field && <Value field={field} value={change.new_value} />}
                {objection && <Status tone="bad">{objection}</Status>}
              </div>
              <div className="c2">
                <span className="trunc">{response.user_display_name}</span>
              </div>
            </>
          );
        }}
      </Rows>
    </>
  );
}
