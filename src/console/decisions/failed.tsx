/** A document that can't be read. */
import type { ComponentProps } from "react";
import { Failed } from "../ui/states";

/** Shows the failure of reading a document, below a heading that screen readers find. */
export const FailedDocument = ({ title, ...failure }: { title: string } & ComponentProps<typeof Failed>) => (
  <>
    <h1 className="aloud">{title}</h1>
    <Failed {...failure} />
  </>
);
