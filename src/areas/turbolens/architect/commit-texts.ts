/** The texts of a committed proposal. */
import type { CommitRequest } from "./model";
import type { Session } from "./session";

const LONGEST_TITLE = 500;

/** Paragraphs, without the empty ones. */
const paragraphs = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join("\n\n");

const productsText = ({ products }: Session) => (products.length > 0 ? `Products: ${products.join(", ")}` : "");

/** Returns the description of the initiative. */
export function descriptionOfInitiative(session: Session): string {
  const { mapping, option, requirement } = session;
  const summary = mapping?.summary ?? "";
  return paragraphs(
    summary,
    option && `Approach: ${option.summary || option.title}`,
    productsText(session),
    summary === "" ? requirement : "",
  );
}

/** Returns text as HTML. */
const html = (text: string): string => Bun.escapeHTML(text);

/** Returns the decision record of a proposal. @param cards how many were created @param relations how many there are */
export function adrOf(
  session: Session,
  { initiativeName, assessmentId }: CommitRequest,
  cards: number,
  relations: number,
) {
  const { mapping, option, otherOptions, requirement } = session;
  const capabilities = (mapping?.capabilities ?? []).filter(({ isNew }) => isNew);
  return {
    title: `Architecture Decision: ${initiativeName}`.slice(0, LONGEST_TITLE),
    context: html(paragraphs(mapping?.summary, requirement)),
    decision: html(
      paragraphs(option && `${option.title} (${option.approach})`, option?.summary, productsText(session)),
    ),
    alternatives_considered: html(otherOptions.map(({ title, summary }) => `${title}: ${summary}`).join("\n")),
    consequences: html(
      paragraphs(
        `${cards} card(s) and ${relations} relation(s) were created.`,
        ...capabilities.map(({ name, rationale }) => (rationale ? `${name}: ${rationale}` : name)),
      ),
    ),
    related_decisions: [`assessment:${assessmentId}`],
  };
}
