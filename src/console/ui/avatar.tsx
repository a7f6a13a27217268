/** A person as initials. */

/** Returns the initials of a name: the first letters of its first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase();
}

/** Initials in a circle; the name stands next to it or in its title. */
export function Avatar({ name, title }: { name: string; title?: string }) {
  return (
    <span className="av" title={title} aria-hidden={title === undefined}>
      {initialsOf(name)}
    </span>
  );
}
