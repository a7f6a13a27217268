/** A colour, chosen in the browser's own panel. */
import { useEffect, useRef } from "react";

type ColorFieldProps = { label: string; value: string; onChange: (color: string) => void; isDisabled?: boolean };

/** Shows the colour; it is saved when the panel is closed, and not for each colour that one tries in it. */
export function ColorField({ label, value, onChange, isDisabled = false }: ColorFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
    const input = field.current;
    if (input) input.value = value;
  });
  useEffect(() => {
    const input = field.current;
    const change = () => input && latest.current(input.value);
    // React's own event comes with each colour that is tried.
    input?.addEventListener("change", change);
    return () => input?.removeEventListener("change", change);
  }, []);
  return (
    <input ref={field} type="color" className="swatch" aria-label={label} defaultValue={value} disabled={isDisabled} />
  );
}
