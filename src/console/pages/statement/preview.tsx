/** A statement of architecture work as a page of paper. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { cardQuery } from "../../cards/queries";
import { BackWord, Paper } from "../../decisions/paper";
import { statementQuery } from "../../decisions/queries";
import { isWritten, phasesIn, tableIn, useSections } from "../../decisions/sections";
import { day } from "../../language/format";
import { Link } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { FailedPage, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import { SectionData } from "./data";
import { NoStatement } from "./missing";
import { statementPreview } from "./page";

export default function StatementPreview() {
  const { t } = useLingui();
  const { id } = statementPreview.useParams();
  const { data: statement, error, refetch } = useQuery(statementQuery(id));
  const initiativeId = statement?.initiative_id ?? null;
  const { data: initiative } = useQuery({ ...cardQuery(initiativeId ?? ""), enabled: initiativeId !== null });
  const sectionsOf = useSections();
  if (error && [404, 422].includes(asRefusal(error).status)) return <NoStatement />;
  if (error) return <FailedPage heading={t`Statement of architecture work`} error={error} retry={refetch} />;
  if (!statement) return <LoadingRows rows={12} />;
  const sections = sectionsOf(statement.sections)
    .flatMap((group) => group.sections)
    .filter(isWritten);
  const prepared = statement.document_info["prepared_by"];
  return (
    <Paper
      document={{ ...statement, kind: "soaw" }}
      kind={<Trans>Statement of architecture work</Trans>}
      facts={
        <>
          {typeof prepared === "string" && prepared !== "" && <Trans>Prepared by {prepared}</Trans>}{" "}
          {day(statement.created_at)}
          {initiative && ` · ${initiative.name}`}
        </>
      }
      texts={sections.map((section) => ({
        key: section.key,
        heading: (
          <>
            {section.number} {section.heading}
          </>
        ),
        text: section.content,
        shown: (tableIn(section.stored) || phasesIn(section.stored)) && (
          <SectionData id={id} section={section} mayWrite={false} />
        ),
      }))}
      back={
        <Link to="/ea-delivery/soaw/$id" params={{ id }} className="btn">
          <BackWord />
        </Link>
      }
    />
  );
}
