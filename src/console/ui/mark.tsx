/** The mark of the installation: its logo, or the console's own. */
import { useImage } from "../server/images";

/** Shows the mark; without a logo a colonnade. */
export function Mark() {
  const logo = useImage("logo");
  if (logo) return <img className="mark logo" src={logo} alt="" />;
  return (
    <svg className="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M2.5 5.5h15M2.5 16.5h15M5 5.5v11M10 5.5v11M15 5.5v11" />
    </svg>
  );
}
