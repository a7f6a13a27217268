/** Rich text as the server stores it: HTML without anything that could run, or plain text. */

const MARKUP = /<[a-z!/?]/i;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns a rich text as HTML; the lines of a plain one become paragraphs. */
export const asHtml = (text: string): string =>
  MARKUP.test(text)
    ? text
    : text
        .split(/\n+/)
        .map((line) => `<p>${escaped(line)}</p>`)
        .join("");

/** Parses HTML without executing, applying or fetching anything of it. */
export function parsed(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

const BLOCKS = "p,div,li,h1,h2,h3,h4,h5,h6,tr,blockquote,pre,dt,dd,figcaption";

/** Returns the words of a rich text, a line for each block. */
export function wordsOf(text: string | null | undefined): string {
  if (!text) return "";
  if (!MARKUP.test(text)) return text;
  const body = parsed(text);
  for (const line of body.querySelectorAll("br")) line.replaceWith("\n");
  for (const block of body.querySelectorAll(BLOCKS)) block.append("\n");
  return (body.textContent ?? "").replaceAll(/\n{2,}/g, "\n").trim();
}

/** Checks whether a rich text shows nothing. */
export const isBlank = (text: string | null | undefined): boolean =>
  wordsOf(text) === "" && !/<(img|hr)\b/i.test(text ?? "");
