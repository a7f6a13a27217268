/** A field for a part of a text whose value stands in the address. */
import { type Ref, useState } from "react";

type SearchLineProps = {
  /** Its name, which is shown while it is empty. */
  label: string;
  /** The value in the address. */
  value: string;
  onChange: (value: string | undefined) => void;
  className?: string;
  /** In pixels. */
  width?: number;
  ref?: Ref<HTMLInputElement>;
};

/** Shows the field; while one types it holds what is typed, since the address follows later than the next key comes. */
export function SearchLine({ label, value, onChange, className = "inp", width, ref }: SearchLineProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      ref={ref}
      type="search"
      className={className}
      style={{ width }}
      aria-label={label}
      placeholder={label}
      value={typed ?? value}
      onFocus={() => setTyped(value)}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value || undefined);
      }}
    />
  );
}
