/** The overview of an initiative: its facts, the latest reports, the plan, and at the side money, risks and projects. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { attributeOf, descriptionOf, nameOf } from "../../cards/edited-field";
import { EditedFact, Fact } from "../../cards/fact";
import { useCardRights } from "../../cards/rights";
import { money, number } from "../../language/format";
import { type Field, fieldOf, subtypeLabel } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { timeGone } from "../../projects/initiatives";
import { planQuery, reportsQuery } from "../../projects/queries";
import { InitiativeStatus, percent } from "../../projects/signs";
import { isLate } from "../../projects/tasks";
import { settingsQuery } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { TypeIcon } from "../../ui/icon";
import { Missing } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { PlanSection } from "./plan/plan";
import { NoReport, type PartProps, ReportButton, ReportRows } from "./reports";
import { ProjectSide } from "./side";

/** Reports that the overview shows. */
const LATEST = 3;

/** Shows the overview. */
export function Overview(props: PartProps & { opened: string | undefined; open: (id?: string) => void }) {
  const { card, mayManage, opened, open } = props;
  return (
    <>
      <div className={opened ? "cardwrap alone" : "cardwrap"}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="cmain scroll" tabIndex={0} aria-label={card.name}>
          <Head {...props} />
          <Facts {...props} />
          <LatestReports {...props} />
          <PlanSection initiative={card.id} mayEdit={mayManage} opened={opened} open={open} />
        </section>
        {!opened && <ProjectSide {...props} />}
      </div>
      <Foot>
        <PlanFigures id={card.id} />
        <span className="sp" />
        {mayManage && (
          <span className="desk-only">
            <KeyHint keys={["alt+arrowright"]}>
              <Trans>move</Trans>
            </KeyHint>
            <KeyHint keys={["l"]}>
              <Trans>arrow</Trans>
            </KeyHint>
            <KeyHint keys={["x"]}>
              <Trans>done</Trans>
            </KeyHint>
          </span>
        )}
        {mayManage && (
          <KeyHint keys={["r"]}>
            <Trans>report</Trans>
          </KeyHint>
        )}
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}

function Head({ card, type }: PartProps) {
  const mayEdit = useCardRights(card.id)("can_edit");
  const kind = card.subtype ? subtypeLabel(type, card.subtype) : type ? labelOf(type) : card.type;
  const hasDescription = (card.description ?? "") !== "";
  return (
    <div className="card-head">
      <span className="tybox-of">
        <TypeIcon type={type} size={16} />
      </span>
      <div className="card-names">
        <div className="card-title">
          <h1 className="t20 w2">
            <EditedFact edited={nameOf(card)} card={card} mayEdit={mayEdit} look="title">
              {card.name}
            </EditedFact>
          </h1>
          <span className="c3 t12">
            {kind}
            {card.external_id && ` · ${card.external_id}`}
          </span>
        </div>
        {(hasDescription || mayEdit) && (
          <div className="c2 card-text">
            <EditedFact edited={descriptionOf(card)} card={card} mayEdit={mayEdit} look="paragraphs">
              {hasDescription ? card.description : <span className="c3">{<Trans>Describe it</Trans>}</span>}
            </EditedFact>
          </div>
        )}
      </div>
    </div>
  );
}

/** The fields of an initiative that are judged, at the end of its facts. */
const JUDGED = ["businessValue", "effort"];

function Facts({ card, type, seesCosts }: PartProps) {
  const { t } = useLingui();
  const { currency } = useSuspenseQuery(settingsQuery).data;
  const { data: plan } = useQuery(planQuery(card.id));
  const mayEdit = useCardRights(card.id)("can_edit");
  const attributes = card.attributes ?? {};
  const text = (key: string) => (typeof attributes[key] === "string" ? (attributes[key] as string) : null);
  const amount = (key: string) => (typeof attributes[key] === "number" ? (attributes[key] as number) : undefined);
  const dated = {
    ...{ lifecycle: card.lifecycle ?? null, start_date: text("startDate"), end_date: text("endDate") },
    ...{ status: text("initiativeStatus"), subtype: card.subtype },
  };
  const gone = timeGone(dated);
  const [budget, spent] = [amount("costBudget"), amount("costActual")];
  const status = fieldOf(type, "initiativeStatus");
  const judged = JUDGED.flatMap((key): Field[] => {
    const field = fieldOf(type, key);
    return field ? [field] : [];
  });
  return (
    <div className="facts-strip">
      {status && (
        <div>
          <span className="k">{labelOf(status)}</span>
          <span className="v">
            <EditedFact edited={attributeOf(card, status)} card={card} mayEdit={mayEdit}>
              <InitiativeStatus of={dated} />
            </EditedFact>
          </span>
        </div>
      )}
      <div>
        <span className="k">{t`Done`}</span>
        <span className="v">
          {plan && plan.items.length > 0 ? (
            <>
              <span className="num">{percent(plan.completion / 100)}</span>
              <span className="c3">{t`of the plan`}</span>
            </>
          ) : (
            <span className="c3">{t`no plan`}</span>
          )}
        </span>
      </div>
      <div>
        <span className="k">{t`Time gone`}</span>
        <span className="v num">{gone === undefined ? <Missing title={t`No dates`} /> : percent(gone)}</span>
      </div>
      {seesCosts && (
        <>
          <div>
            <span className="k">{t`Budget`}</span>
            <span className="v num">
              {budget === undefined ? <Missing title={t`No budget`} /> : money(budget, currency)}
            </span>
          </div>
          <div>
            <span className="k">{t`Spent`}</span>
            <span className="v num">
              {spent === undefined ? "–" : money(spent, currency)}
              {spent !== undefined && budget ? <span className="c3">{percent(spent / budget)}</span> : null}
            </span>
          </div>
        </>
      )}
      {judged.map((field) => (
        <div key={field.key}>
          <span className="k">{labelOf(field)}</span>
          <span className="v">
            <Fact card={card} field={field} mayEdit={mayEdit} />
          </span>
        </div>
      ))}
    </div>
  );
}

function LatestReports({ card, mayManage, report }: PartProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(reportsQuery(card.id));
  return (
    <section className="project-section" aria-label={t`Status reports`}>
      <div className="h3 project-head">
        <h2>{t`Status reports`}</h2>
        {data && data.length > LATEST ? (
          <Link to="/ppm/$id" params={{ id: card.id }} search={{ tab: "reports" }} className="lk num">
            {t`all ${data.length}`}
          </Link>
        ) : (
          <span className="n num">{data?.length}</span>
        )}
        <span className="sp" />
        {mayManage && data && data.length > 0 && <ReportButton report={report} />}
      </div>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data?.length === 0 && <NoReport {...(mayManage && { report })} />}
      {data && data.length > 0 && <ReportRows initiative={card.id} reports={data.slice(0, LATEST)} />}
    </section>
  );
}

function PlanFigures({ id }: { id: string }) {
  const { data } = useQuery(planQuery(id));
  if (!data || data.tasks.length + data.items.length === 0) return null;
  const doing = data.tasks.filter(({ status }) => status === "in_progress").length;
  const undated = data.items.filter(({ is_milestone: is, end_date: end }) => is && end === null).length;
  const nobody = data.tasks.filter(({ status, assignee_id: who }) => status !== "done" && who === null).length;
  const late = data.tasks.filter(isLate).length;
  return (
    <>
      <span>
        <Trans>
          <b>{percent(data.completion / 100)}</b> done
        </Trans>
      </span>
      <span>
        <Trans>
          <b>{number(doing)}</b> in progress
        </Trans>
      </span>
      {late > 0 && (
        <span className="late">
          <Plural value={late} one="# task late" other="# tasks late" />
        </span>
      )}
      {undated > 0 && (
        <span>
          <Plural value={undated} one="# milestone without a date" other="# milestones without a date" />
        </span>
      )}
      {nobody > 0 && (
        <span>
          <Plural value={nobody} one="# task without a person" other="# tasks without a person" />
        </span>
      )}
    </>
  );
}
