/** A report that has no subject: the metamodel is being read, could not be read, or has no type that the report could be about. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMetamodelFailure } from "../metamodel/fields";
import { typesQuery } from "../metamodel/queries";
import { PageFrame } from "../ui/bars";
import { Failed, LoadingRows } from "../ui/states";

/** Shows the page of a report without a subject. @param children what a report says for which there is no type */
export function NoSubject({ title, children }: { title: string; children: ReactNode }) {
  const { isPending } = useQuery(typesQuery);
  const failure = useMetamodelFailure();
  return (
    <PageFrame title={title}>
      {failure ? <Failed {...failure} /> : isPending ? <LoadingRows rows={20} /> : children}
    </PageFrame>
  );
}
