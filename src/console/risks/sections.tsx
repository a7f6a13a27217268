/** A risk, section by section, as the peek and its own page show it: each fact is changed in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, Link2, Plus, Scale, ShieldCheck, X } from "lucide-react";
import { useState } from "react";
import { CardField } from "../cards/card-field";
import { LineEditor } from "../cards/editors";
import { EditedValue } from "../cards/fact";
import { useCommands } from "../commands/command";
import { day, fromNow } from "../language/format";
import type { Field } from "../metamodel/fields";
import { useTypes } from "../metamodel/queries";
import { useFollow } from "../navigation/link";
import { useSetPeek } from "../navigation/peek";
import { PersonField } from "../people/person-field";
import { accountsQuery } from "../people/queries";
import { useMay } from "../server/session";
import { Avatar } from "../ui/avatar";
import { Button, IconButton } from "../ui/button";
import { EditedText } from "../ui/edited-text";
import { Icon, TypeIcon } from "../ui/icon";
import { ReasonForm } from "../ui/reason-form";
import { KeyValue, Section } from "../ui/section";
import { AskingVerb } from "../ui/side";
import { Status as StatusSign } from "../ui/signs";
import { AssessmentEditor } from "./assess";
import { changeRisk, deleteRisk, linkCard, moveRisk, unlinkCard } from "./changes";
import { decisionsAboutQuery, type Risk, riskMatrixQuery, riskStatusesQuery, type Status } from "./queries";
import { LevelSign } from "./signs";
import { categoryWords, choicesOf, impactWords, probabilityWords, statusVerbs, statusWords } from "./words";

export type RiskProps = { risk: Risk /** True for those who may, while the risk isn't closed. */; mayEdit: boolean };

/** Gives whether the account may change a risk: closed ones must be opened again first. */
export function useMayEdit(risk: Risk | undefined): boolean {
  const mayManage = useMay("risks.manage");
  return mayManage && risk !== undefined && risk.status !== "closed";
}

/** Returns a field of which one of a few words is chosen. @param keys those that are offered, all without them */
export const wordField = <K extends string>(
  key: string,
  label: string,
  words: Record<K, string>,
  keys = Object.keys(words) as K[],
): Field =>
  ({
    key,
    label,
    type: "single_select",
    options: keys.map((one) => ({ key: one, label: words[one] })),
  }) as unknown as Field;

/** Shows the title and the description. */
export function RiskHead({ risk, mayEdit }: RiskProps) {
  const { t } = useLingui();
  return (
    <div className="pad peek-head">
      <h2 className="t20">
        <EditedText
          label={t`Title`}
          value={risk.title}
          mayEdit={mayEdit}
          save={(title) => void changeRisk(risk, { title }, t`${risk.reference} is called ${title}`)}
        >
          {risk.title}
        </EditedText>
      </h2>
      {(risk.description !== "" || mayEdit) && (
        <div className="c2 risk-text">
          <EditedText
            label={t`Description`}
            value={risk.description}
            mayEdit={mayEdit}
            isLong
            save={(description) =>
              void changeRisk(risk, { description }, t`The description of ${risk.reference} changed`)
            }
          >
            {risk.description || (
              <span className="c3">
                <Trans>Describe it</Trans>
              </span>
            )}
          </EditedText>
        </div>
      )}
    </div>
  );
}

/** Shows both assessments as a table. */
export function AssessmentTable({ risk, mayEdit }: RiskProps) {
  const { t } = useLingui();
  const { data: matrix } = useQuery(riskMatrixQuery);
  const [isAssessing, assess] = useState(false);
  const probability = (key: string) => wordField(key, t`Probability`, probabilityWords(), matrix?.probabilities);
  const impact = (key: string) => wordField(key, t`Impact`, impactWords(), matrix?.impacts);
  const cell = (field: Field, value: string | null, save: (value: unknown) => void) => (
    <td
      className={
        field.key.startsWith("residual") && value !== risk[`initial${field.key.slice(8)}` as "initial_impact"]
          ? "w2"
          : ""
      }
    >
      <EditedValue field={field} value={value} mayEdit={mayEdit} save={save} />
    </td>
  );
  const set =
    (key: "initial_probability" | "initial_impact" | "residual_probability" | "residual_impact") => (value: unknown) =>
      void changeRisk(risk, { [key]: value }, t`${risk.reference} is assessed anew`);
  const isOpen = risk.residual_level === null;
  return (
    <Section>
      <table className="risk-table">
        <thead>
          <tr>
            <th>
              <span className="aloud">{t`Assessment`}</span>
            </th>
            <th>{t`Probability`}</th>
            <th>{t`Impact`}</th>
            <th>{t`Level`}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th>{t`Before`}</th>
            {cell(probability("initial_probability"), risk.initial_probability, set("initial_probability"))}
            {cell(impact("initial_impact"), risk.initial_impact, set("initial_impact"))}
            <td>
              <LevelSign level={risk.initial_level} />
            </td>
          </tr>
          <tr>
            <th>{t`What is left`}</th>
            {isOpen ? (
              <td colSpan={3}>
                {isAssessing ? (
                  <span className="fact-open">
                    <AssessmentEditor risk={risk} assessment="residual" close={() => assess(false)} />
                  </span>
                ) : (
                  <span className="inv">
                    <span className="ring" /> {t`Not assessed`}{" "}
                    {mayEdit && (
                      <button type="button" className="lk" onClick={() => assess(true)}>
                        {t`Assess`}
                      </button>
                    )}
                  </span>
                )}
              </td>
            ) : (
              <>
                {cell(probability("residual_probability"), risk.residual_probability, set("residual_probability"))}
                {cell(impact("residual_impact"), risk.residual_impact, set("residual_impact"))}
                <td>{risk.residual_level && <LevelSign level={risk.residual_level} />}</td>
              </>
            )}
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

/** Statuses of which a target date can't be missed. */
const SETTLED: readonly Status[] = ["closed", "accepted", "mitigated"];

/** Checks whether a risk is overdue. */
export const isOverdue = ({ target_resolution_date: target, status }: Risk): boolean =>
  target !== null && target < new Date().toISOString().slice(0, 10) && !SETTLED.includes(status);

/** Shows status, owner, date and category. */
export function RiskFacts({ risk, mayEdit }: RiskProps) {
  const { t } = useLingui();
  const [edited, edit] = useState<"owner" | "due">();
  const saveOwner = (owner: { id: string; name: string } | null) => {
    edit(undefined);
    void changeRisk(
      risk,
      { owner_id: owner?.id ?? null },
      owner ? t`${owner.name} owns ${risk.reference}` : t`Nobody owns ${risk.reference}`,
      { owner_name: owner?.name ?? null },
    );
  };
  const due = risk.target_resolution_date;
  return (
    <Section>
      <KeyValue of={t`Status`}>
        <RiskStatus status={risk.status} />
      </KeyValue>
      <KeyValue of={t`Owner`}>
        {edited === "owner" ? (
          <PersonField label={t`Owner`} autoFocus choose={saveOwner} onLeave={() => edit(undefined)} />
        ) : (
          <FactButton mayEdit={mayEdit} label={t`Owner`} open={() => edit("owner")}>
            {risk.owner_name ? (
              <>
                <Avatar name={risk.owner_name} />
                <span className="trunc">{risk.owner_name}</span>
              </>
            ) : (
              <RingWith verb={mayEdit ? t`Assign` : t`Nobody`} />
            )}
          </FactButton>
        )}
        {mayEdit && risk.owner_name && edited === undefined && (
          <IconButton
            size={14}
            icon={X}
            className="risk-away"
            label={t`Take the owner away`}
            onPress={() => saveOwner(null)}
          />
        )}
      </KeyValue>
      <KeyValue of={t`Due`}>
        {edited === "due" ? (
          <span className="fact-open">
            <LineEditor
              label={t`Due`}
              field={{ type: "date" }}
              value={due}
              save={(value) =>
                void changeRisk(
                  risk,
                  { target_resolution_date: value as string | null },
                  t`${risk.reference} is due on another day`,
                )
              }
              close={() => edit(undefined)}
            />
          </span>
        ) : (
          <FactButton mayEdit={mayEdit} label={t`Due`} open={() => edit("due")}>
            {due ? (
              <>
                <span className="num">{day(due)}</span>
                {isOverdue(risk) ? (
                  <StatusSign tone="bad">{t`overdue`}</StatusSign>
                ) : (
                  <span className="c3">{fromNow(due)}</span>
                )}
              </>
            ) : (
              <RingWith verb={mayEdit ? t`Set` : t`No day`} />
            )}
          </FactButton>
        )}
      </KeyValue>
      <KeyValue of={t`Category`}>
        <EditedValue
          field={wordField("category", t`Category`, categoryWords())}
          value={risk.category}
          mayEdit={mayEdit}
          save={(category) =>
            void changeRisk(
              risk,
              { category: category as Risk["category"] },
              t`The category of ${risk.reference} changed`,
            )
          }
        />
      </KeyValue>
      {risk.source_type === "compliance" && (
        <KeyValue of={t`Comes from`}>
          <Icon of={ShieldCheck} size={14} className="c3" />
          <span className="trunc">{t`Compliance: ${(risk.source_ref ?? "").toUpperCase().replaceAll("_", " ")}`}</span>
        </KeyValue>
      )}
    </Section>
  );
}

/** Shows a value that a press opens an editor for. */
export function FactButton({
  mayEdit,
  label,
  open,
  children,
}: {
  mayEdit: boolean;
  label: string;
  open: () => void;
  children: React.ReactNode;
}) {
  if (!mayEdit) return children;
  return (
    <button type="button" className="fact" onClick={open}>
      <span className="aloud">{label}: </span>
      {children}
    </button>
  );
}

/** Shows what is missing, with what fills it. */
const RingWith = ({ verb }: { verb: string }) => (
  <span className="inv">
    <span className="ring" />
    {verb}
  </span>
);

/** Shows a status; what nobody has looked at yet speaks. */
export function RiskStatus({ status }: { status: Status }) {
  const word = statusWords()[status];
  if (status === "identified") return <StatusSign tone="info">{word}</StatusSign>;
  if (status === "mitigated" || status === "closed") return <StatusSign tone="good">{word}</StatusSign>;
  return <span className="trunc">{word}</span>;
}

/** Shows why a risk was accepted, by whom and when. */
export function Acceptance({ risk }: { risk: Risk }) {
  const { t } = useLingui();
  const { data: accounts = [] } = useQuery({ ...accountsQuery, enabled: risk.accepted_by !== null });
  if (risk.status !== "accepted" || !risk.acceptance_rationale) return null;
  const by = accounts.find(({ id }) => id === risk.accepted_by)?.display_name;
  return (
    <Section title={t`Accepted`} remark={risk.accepted_at && day(risk.accepted_at)}>
      <p>{risk.acceptance_rationale}</p>
      {by && <p className="c3 t12">{t`by ${by}`}</p>}
    </Section>
  );
}

/** Shows the cards that a risk affects. */
export function AffectedCards({ risk, mayEdit }: RiskProps) {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  const [isLinking, link] = useState(false);
  useCommands([
    {
      id: "risk.link",
      label: t`Link a card to the risk`,
      icon: Link2,
      keys: ["l"],
      when: () => mayEdit,
      run: () => link(true),
    },
  ]);
  return (
    <Section title={t`Affects`} count={risk.cards.length}>
      {risk.cards.map(({ card_id: id, card_name: name, card_type }) => (
        <div key={id} className="rel">
          <button type="button" className="rel rel-button" onClick={() => setPeek(id)}>
            <TypeIcon type={types.get(card_type)} />
            <span className="trunc">{name}</span>
          </button>
          {mayEdit && (
            <IconButton
              className="risk-away"
              size={14}
              icon={X}
              label={t`It doesn't affect ${name}`}
              onPress={() => void unlinkCard(risk, { id, name })}
            />
          )}
        </div>
      ))}
      {mayEdit &&
        (isLinking ? (
          <CardField
            label={t`Card`}
            autoFocus
            choose={(card) => {
              link(false);
              void linkCard(risk, card);
            }}
            onLeave={() => link(false)}
          />
        ) : (
          <AddLink onPress={() => link(true)}>{t`Link a card`}</AddLink>
        ))}
    </Section>
  );
}

/** Shows the verb that adds to a list. */
export const AddLink = ({ onPress, children }: { onPress: () => void; children: React.ReactNode }) => (
  <button type="button" className="lk t12 add-link" onClick={onPress}>
    <Icon of={Plus} size={12} />
    {children}
  </button>
);

/** Shows the decisions about the cards of a risk. */
export function RiskDecisions({ risk }: { risk: Risk }) {
  const { t } = useLingui();
  const follow = useFollow();
  const maySee = useMay("adr.view");
  const ids = risk.cards.map(({ card_id }) => card_id);
  const { data = [] } = useQuery({ ...decisionsAboutQuery(ids), enabled: maySee && ids.length > 0 });
  if (ids.length === 0 || data.length === 0) return null;
  return (
    <Section title={t`Decisions about these cards`} count={data.length}>
      {data.map(({ id, title, reference_number }) => (
        <button key={id} type="button" className="rel rel-button" onClick={() => follow(`/ea-delivery/adr/${id}`)}>
          <Icon of={Scale} size={14} className="c3" />
          <span className="trunc">{title}</span>
          <span className="e num">{reference_number}</span>
        </button>
      ))}
    </Section>
  );
}

type MovesProps = { risk: Risk; isAccepting: boolean; accept: (isAccepting: boolean) => void; onDeleted: () => void };

/** Shows the verbs that move a risk on; accepting asks for its reason in place. */
export function RiskMoves({ risk, isAccepting, accept, onDeleted }: MovesProps) {
  const { t } = useLingui();
  const mayManage = useMay("risks.manage");
  const { data: rules = [] } = useQuery(riskStatusesQuery);
  const verbs = statusVerbs();
  if (!mayManage) return null;
  const next = rules.find(({ status }) => status === risk.status)?.next ?? [];
  const [first] = next;
  const verbOf = (status: Status) =>
    status === "in_progress" && ["closed", "accepted", "mitigated", "monitoring"].includes(risk.status)
      ? t`Open it again`
      : verbs[status];
  if (isAccepting)
    return (
      <ReasonForm
        question={t`Why is it accepted?`}
        verb={t`Accept it`}
        submit={async (reason) => (await moveRisk(risk, "accepted", reason)) && accept(false)}
        cancel={() => accept(false)}
      />
    );
  return (
    <Section>
      <div className="risk-moves">
        {next.map((status) => (
          <Button
            key={status}
            className="sm"
            {...(status === first && { look: "line" as const, icon: Check })}
            onPress={() => (status === "accepted" ? accept(true) : void moveRisk(risk, status))}
          >
            {verbOf(status)}
          </Button>
        ))}
      </div>
      <AskingVerb
        verb={t`Delete`}
        question={t`Delete ${risk.reference} with its tasks?`}
        run={async () => {
          if (await deleteRisk(risk)) onDeleted();
        }}
      />
    </Section>
  );
}

/** Returns the statuses that may follow the one of a risk, itself included, as choices. */
export const statusChoices = (risk: Risk, rules: readonly { status: Status; next: readonly Status[] }[]) => {
  const next = rules.find(({ status }) => status === risk.status)?.next ?? [];
  return choicesOf(statusWords()).filter(({ value }) => value === risk.status || next.includes(value));
};
