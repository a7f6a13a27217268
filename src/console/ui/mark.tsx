/** The mark of the console, and the name of the installation. */

/** Shows the mark: a colonnade. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M2.5 5.5h15M2.5 16.5h15M5 5.5v11M10 5.5v11M15 5.5v11" />
    </svg>
  );
}
