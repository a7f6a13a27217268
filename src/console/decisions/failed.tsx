/** A document that can't be read. */
import type { ComponentProps } from "react";
import { Failed } from "../ui/states";

/** Shows why a document can't be read, below a heading for those who hear the page. */
export const FailedDocument = ({ title, ...failure }: { title: string } & ComponentProps<typeof Failed>) => (
  <>
    <h1 className="aloud">{title}</h1>
    <Failed {...failure} />
  </>
);
