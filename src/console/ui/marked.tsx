/** A text with the part that was searched for. */

/** Shows the text; the first place of the part is marked, whatever its case. */
export function Marked({ text, part }: { text: string; part: string }) {
  const at = part === "" ? -1 : text.toLocaleLowerCase().indexOf(part.toLocaleLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
