/** The columns of the register. */
import { t } from "@lingui/core/macro";
import { LineEditor, OptionsEditor } from "../../cards/editors";
import type { Column } from "../../grid/column";
import { day, month } from "../../language/format";
import { PersonField } from "../../people/person-field";
import { AssessmentCell, AssessmentEditor } from "../../risks/assess";
import { changeRisk, moveRisk } from "../../risks/changes";
import type { Risk, Status } from "../../risks/queries";
import { isOverdue, RiskStatus, statusChoices, wordField } from "../../risks/sections";
import { categoryWords, levelWords, statusWords } from "../../risks/words";
import { Avatar } from "../../ui/avatar";
import { Missing } from "../../ui/signs";

type Context = {
  mayManage: boolean;
  rules: readonly { status: Status; next: readonly Status[] }[];
  /** The room of the grid in px. */
  width: number;
  /** Begins to accept a risk, which asks for a reason. */
  accept: (id: string) => void;
};

/** From this room in px on owners and cards have a column. */
const ROOMS = { owner: 900, cards: 1_060 };

/** Returns the columns that fit. */
export function riskColumns({ mayManage, rules, width, accept }: Context): Column<Risk>[] {
  const may = (risk: Risk) => mayManage && risk.status !== "closed";
  const named = (risk: Risk, label: string) => t`${label} of ${risk.reference} changed`;
  const all: (Column<Risk> & { from?: number })[] = [
    {
      key: "title",
      label: t`Risk`,
      sort: "name",
      className: "nm",
      cell: ({ title, reference }) => (
        <span className="trunc" title={`${reference} · ${title}`}>
          {title}
        </span>
      ),
      text: ({ title }) => title,
      editor: (risk, { close }) =>
        may(risk) ? (
          <LineEditor
            label={t`Title`}
            field={{ type: "text" }}
            value={risk.title}
            save={(title) => title !== null && void changeRisk(risk, { title: String(title) }, named(risk, t`Title`))}
            close={close}
          />
        ) : undefined,
    },
    {
      key: "category",
      label: t`Category`,
      width: 104,
      sort: "category",
      cell: ({ category }) => <span className="trunc c2">{categoryWords()[category]}</span>,
      text: ({ category }) => categoryWords()[category],
      editor: (risk, { close }) =>
        may(risk) ? (
          <OptionsEditor
            label={t`Category`}
            field={wordField("category", t`Category`, categoryWords())}
            value={risk.category}
            save={(value) => void changeRisk(risk, { category: value as Risk["category"] }, named(risk, t`Category`))}
            close={close}
          />
        ) : undefined,
    },
    ...(["initial", "residual"] as const).map((assessment): Column<Risk> => {
      const level = (risk: Risk): Risk["residual_level"] => risk[`${assessment}_level`];
      return {
        key: assessment,
        label: assessment === "initial" ? t`Before` : t`Left`,
        width: 96,
        sort: `${assessment}_level`,
        cell: (risk) => <AssessmentCell key={risk.id} risk={risk} assessment={assessment} mayEdit={mayManage} />,
        text: (risk) => {
          const of = level(risk);
          return of ? levelWords()[of] : "";
        },
        editor: (risk, { close }) =>
          may(risk) ? <AssessmentEditor risk={risk} assessment={assessment} close={close} /> : undefined,
      };
    }),
    {
      key: "status",
      label: t`Status`,
      width: 124,
      sort: "status",
      cell: ({ status }) => <RiskStatus status={status} />,
      text: ({ status }) => statusWords()[status],
      editor: (risk, { close }) => {
        const choices = statusChoices(risk, rules);
        return mayManage && choices.length > 1 ? (
          <OptionsEditor
            label={t`Status`}
            field={wordField(
              "status",
              t`Status`,
              statusWords(),
              choices.map(({ value }) => value),
            )}
            value={risk.status}
            save={(value) => (value === "accepted" ? accept(risk.id) : void moveRisk(risk, value as Status))}
            close={close}
          />
        ) : undefined;
      },
    },
    {
      key: "owner",
      label: t`Owner`,
      width: 148,
      from: ROOMS.owner,
      sort: "owner_name",
      cell: ({ owner_name: name }) =>
        name ? (
          <>
            <Avatar name={name} />
            <span className="trunc">{name}</span>
          </>
        ) : (
          <Missing title={t`No owner`} />
        ),
      text: ({ owner_name }) => owner_name ?? "",
      editor: (risk, { close }) =>
        may(risk) ? (
          <PersonField
            label={t`Owner`}
            autoFocus
            choose={({ id, name }) => {
              void changeRisk(risk, { owner_id: id }, t`${name} owns ${risk.reference}`, { owner_name: name });
              close();
            }}
            onLeave={() => close()}
          />
        ) : undefined,
    },
    {
      key: "cards",
      label: t`Affects`,
      width: 160,
      from: ROOMS.cards,
      cell: ({ cards }) => (
        <span className="trunc c2" title={cards.map(({ card_name }) => card_name).join(", ")}>
          {cards.map(({ card_name }) => card_name).join(", ")}
        </span>
      ),
      text: ({ cards }) => cards.map(({ card_name }) => card_name).join(", "),
    },
    {
      key: "due",
      label: t`Due`,
      width: 92,
      sort: "target_resolution_date",
      cell: (risk) =>
        risk.target_resolution_date ? (
          <span className={isOverdue(risk) ? "num overdue" : "num c2"} title={day(risk.target_resolution_date)}>
            {month(risk.target_resolution_date)}
          </span>
        ) : (
          <Missing title={t`No day`} />
        ),
      text: ({ target_resolution_date }) => target_resolution_date ?? "",
      editor: (risk, { close }) =>
        may(risk) ? (
          <LineEditor
            label={t`Due`}
            field={{ type: "date" }}
            value={risk.target_resolution_date}
            save={(value) =>
              void changeRisk(risk, { target_resolution_date: value as string | null }, named(risk, t`Due`))
            }
            close={close}
          />
        ) : undefined,
    },
  ];
  return all.filter(({ from = 0 }) => width >= from);
}
