/** The bar above a survey: where it is, its parts, and its verbs. */
import { useLingui } from "@lingui/react/macro";
import { ChevronRight, Copy, MoreHorizontal, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { number } from "../language/format";
import { Link, useGo } from "../navigation/link";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { copySurvey, deleteDraft } from "./changes";
import type { Survey } from "./queries";

type HeadProps = { survey: Survey; part: "build" | "results" | "apply"; children?: ReactNode };

/** Shows the bar. @param props.children the verbs of the part */
export function SurveyHead({ survey, part, children }: HeadProps) {
  const { t } = useLingui();
  const { id, name, completed_responses: done } = survey;
  const parts = [
    { key: "build", to: "/surveys/$id", label: t`Build`, count: undefined },
    { key: "results", to: "/surveys/$id/results", label: t`Answers`, count: done },
    { key: "apply", to: "/surveys/$id/apply", label: t`Apply`, count: undefined },
  ] as const;
  return (
    <header className="topbar">
      <nav className="crumb trunc" aria-label={t`Where this is`}>
        <Link to="/surveys" className="crumb-link">{t`Surveys`}</Link>
        <Icon of={ChevronRight} size={12} />
        <h1 className="trunc survey-name">{name}</h1>
      </nav>
      <span className="vsep" />
      <nav className="anch" aria-label={t`Parts of the survey`}>
        {parts.map(({ key, to, label, count }) => (
          <Link
            key={key}
            to={to}
            params={{ id }}
            className={key === part ? "on" : ""}
            aria-current={key === part ? "page" : undefined}
          >
            {label}
            {count !== undefined && <span className="c3 num">{number(count)}</span>}
          </Link>
        ))}
      </nav>
      <span className="sp" />
      {children}
      <More survey={survey} />
    </header>
  );
}

function More({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const go = useGo();
  const copy = async () => {
    const id = await copySurvey(survey, t`${survey.name} (again)`);
    if (id) go({ to: "/surveys/$id", params: { id } });
  };
  const remove = async () => {
    if (await deleteDraft(survey)) go({ to: "/surveys" });
  };
  return (
    <Menu
      label={t`More`}
      trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}
      entries={[
        { id: "copy", label: t`Ask it again`, icon: Copy, run: copy },
        ...(survey.status === "draft" ? [{ id: "delete", label: t`Delete`, icon: Trash2, run: remove }] : []),
      ]}
    />
  );
}
