/** The line for a comment; a name after @ is completed. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { searchQuery } from "../../search/queries";
import { Avatar } from "../../ui/avatar";
import { IconButton } from "../../ui/button";
import { Keys } from "../../ui/keys";
import { fits, type Mention, mentionAt, withMention } from "./mention";

type LineProps = {
  line: React.RefObject<HTMLTextAreaElement | null>;
  label: string;
  /** True when it has the focus as the page opens. */
  isOpen: boolean;
  send: (text: string) => void;
  drop: () => void;
};

/** Characters that a comment may have. */
const LONGEST = 10_000;

/** Shows the line. ↵ sends; after @ the arrows choose a person, and ↵ or Tab takes the name. */
export function CommentLine({ line, label, isOpen, send, drop }: LineProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState("");
  const [mention, setMention] = useState<Mention>();
  const [at, setAt] = useState(0);
  const { data: found = [], isPlaceholderData } = useQuery({
    ...searchQuery(mention?.text.trim() ?? "", ["user"]),
    enabled: mention !== undefined,
    placeholderData: (before) => before,
  });
  const people = mention ? found.filter(({ name }) => fits(name, mention, isPlaceholderData)) : [];
  const caret = useRef<number>(undefined);
  // The caret stands behind the name before the next key arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name was taken when the text has changed
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    line.current?.focus();
    line.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text, line]);
  const look = ({ value, selectionStart }: HTMLTextAreaElement) => {
    setMention(mentionAt(value, selectionStart));
    setAt(0);
  };
  const take = (name: string) => {
    const field = line.current;
    if (!field || !mention) return;
    const done = withMention(text, field.selectionStart, mention, name);
    caret.current = done.caret;
    setText(done.text);
    setMention(undefined);
  };
  /** Handles a key while people are offered. @returns true when the key was for them */
  const choose = (key: string): boolean => {
    const person = people[at];
    if (!person) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      setAt((at + (key === "ArrowDown" ? 1 : people.length - 1)) % people.length);
      return true;
    }
    if (key === "Escape") setMention(undefined);
    else if (key === "Enter" || key === "Tab") take(person.name);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (choose(event.key)) return event.preventDefault();
    if (event.key === "Escape") {
      drop();
      line.current?.blur();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    finish();
  };
  const finish = () => {
    if (text.trim() === "") return;
    send(text.trim());
    setText("");
  };
  return (
    <div className="comment-line">
      <textarea
        ref={line}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? id : undefined}
        aria-activedescendant={people[at] ? `${id}-${at}` : undefined}
        placeholder={label}
        rows={1}
        maxLength={LONGEST}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: whoever follows a link to comments wants to write one
        autoFocus={isOpen}
        onChange={({ target }) => {
          setText(target.value);
          look(target);
        }}
        onBlur={() => setMention(undefined)}
        onKeyDown={onKeyDown}
      />
      {text === "" ? <Keys of="c" /> : <IconButton icon={Send} size={14} label={t`Send`} onPress={finish} />}
      {people.length > 0 && (
        <div className="over mentions" id={id} role="listbox" aria-label={t`People`}>
          {people.map(({ id: person, name, detail }, place) => (
            <div
              key={person}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={`opt ${place === at ? "on" : ""}`}
              onPointerDown={(event) => {
                event.preventDefault();
                take(name);
              }}
            >
              <Avatar name={name} />
              <span className="trunc">{name}</span>
              <span className="sp" />
              <span className="c3 t11 trunc">{detail}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
