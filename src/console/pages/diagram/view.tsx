/** A diagram, with what it shows at its left. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { readFile } from "../../diagrams/file";
import { diagramQuery, type ReadDiagram, type TaggedDiagram, xmlOf } from "../../diagrams/queries";
import { Link } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { useMay } from "../../server/session";
import { FailedPage, Gone, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import "../../style/processes.css";
import "./diagram.css";
import { OpenDiagram } from "./open-diagram";
import { diagram as page } from "./page";

export default function DiagramPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const mayManage = useMay("diagrams.manage");
  const { data, error, refetch } = useQuery(diagramQuery(id));
  const read = useRead(data);
  if (error && [404, 422].includes(asRefusal(error).status))
    return (
      <Gone
        heading={t`Diagram`}
        title={<Trans>There is no such diagram</Trans>}
        actions={
          <Link to="/diagrams" className="btn line">
            <Trans>All diagrams</Trans>
          </Link>
        }
      />
    );
  if (error) return <FailedPage heading={t`Diagram`} error={error} retry={refetch} />;
  if (!data || !read) return <LoadingRows rows={16} />;
  return <OpenDiagram key={id} diagram={data.diagram} read={read} mayEdit={mayManage} />;
}

/** Reads the file of a diagram; while a newer one is read, gives the one before. */
function useRead(loaded: TaggedDiagram | undefined): ReadDiagram | undefined {
  const { data } = useQuery({
    queryKey: ["drawing-file", loaded?.diagram.id, loaded?.tag],
    queryFn: async (): Promise<ReadDiagram> => {
      const { diagram, tag } = loaded as TaggedDiagram;
      try {
        return { diagram, tag, file: await readFile(xmlOf(diagram)) };
      } catch (error) {
        return { diagram, tag, failure: (error as Error).message };
      }
    },
    enabled: loaded !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
    placeholderData: (before: ReadDiagram | undefined) => before,
  });
  return data && loaded && data.diagram.id === loaded.diagram.id ? data : undefined;
}
