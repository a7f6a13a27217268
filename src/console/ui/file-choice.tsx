/** A button that chooses a file. */
import { Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button";

type FileChoiceProps = {
  /** The name of the file, for readers of screens. */
  label: string;
  accept: string;
  isDisabled?: boolean;
  choose: (file: File) => void;
  children: ReactNode;
};

/** Shows the button, with the name of the file that was chosen. */
export function FileChoice({ label, accept, isDisabled, choose, children }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="file-choice">
      <Button look="line" icon={Upload} isDisabled={isDisabled} onPress={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) choose(file);
        }}
      />
      <span className="c2 t12 trunc">{input.current?.files?.[0]?.name}</span>
    </span>
  );
}
