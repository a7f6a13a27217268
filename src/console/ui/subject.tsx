/** A subject of a page of administration: a name and a sentence at the left, what it is about at the right. */
import { type ReactNode, useId } from "react";

type SubjectProps = { id?: string; title: string; help: ReactNode; children: ReactNode };

/** Shows a subject. @param props.id its place in the address, if it has one */
export function Subject({ id, title, help, children }: SubjectProps) {
  const titleId = useId();
  return (
    <section className="fr" id={id} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        <p>{help}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
