/** The editor of rich text. It is loaded when somebody writes for the first time. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Editor } from "@tiptap/core";
import { Bold, Heading, Italic, Link2, List, ListOrdered, type LucideIcon, Quote } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { useTypes } from "../metamodel/queries";
import { type SearchResult, searchQuery } from "../search/queries";
import { IconButton } from "../ui/button";
import { TypeIcon } from "../ui/icon";
import { type TypedName, typedName } from "./card-at";
import { asHtml } from "./html";
import { extensions } from "./schema";

export type EditorHandle = { replace: (text: string | null) => void; focus: () => void };

type RichTextEditorProps = {
  label: string;
  /** The text when writing begins; later changes of it don't reach the editor. */
  text: string | null;
  /** Is called with each change; null is no text. */
  onChange: (text: string | null) => void;
  /** Esc. */
  onDone: () => void;
  /** ⌘↵. */
  onNext?: () => void;
  /** A card was named in the text. */
  onCard?: (card: SearchResult) => void;
  handle?: RefObject<EditorHandle | null>;
};

/** An address that is pasted over words makes a link of them. */
const WEB_ADDRESS = /^https?:\/\/\S+$/;

/** Shows the editor with the caret at its end. After @ it offers cards. */
export default function RichTextEditor({ label, text, onChange, onDone, onNext, onCard, handle }: RichTextEditorProps) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [typed, setTyped] = useState<TypedName>();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const latest = useRef({ onChange, onDone, onNext, choose: (_: KeyboardEvent): boolean => false });
  const names = useNames({ typed, editor, onCard });
  useLayoutEffect(() => {
    latest.current = { onChange, onDone, onNext, choose: names.choose };
  });
  // The caret stands in the text before the next key arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor has its own text once it is there
  useLayoutEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: extensions(),
      content: text === null ? "" : asHtml(text),
      // Its style sheet is part of ours: the policy allows no other.
      injectCSS: false,
      editorProps: {
        attributes: { "aria-label": label, role: "textbox", "aria-multiline": "true", class: "rich" },
        handlePaste: (view, event) => {
          const address = event.clipboardData?.getData("text/plain").trim() ?? "";
          const { from, to, empty } = view.state.selection;
          if (empty || !WEB_ADDRESS.test(address)) return false;
          view.dispatch(view.state.tr.addMark(from, to, view.state.schema.mark("link", { href: address })));
          return true;
        },
        handleKeyDown: (_, event) => {
          if (latest.current.choose(event)) return true;
          if (event.key === "Escape") latest.current.onDone();
          else if (event.key === "Enter" && (event.metaKey || event.ctrlKey))
            (latest.current.onNext ?? latest.current.onDone)();
          else return false;
          event.stopPropagation();
          return true;
        },
      },
      onUpdate: ({ editor: of }) => latest.current.onChange(of.isEmpty ? null : of.getHTML()),
      onTransaction: ({ editor: of }) => {
        setTyped(of.isFocused ? typedName(of) : undefined);
        drawAgain();
      },
      onBlur: () => setTyped(undefined),
    });
    made.commands.setTextSelection(made.state.doc.content.size);
    made.view.focus();
    setEditor(made);
    if (handle)
      handle.current = {
        replace: (other) => made.commands.setContent(other === null ? "" : asHtml(other), { emitUpdate: false }),
        focus: () => made.commands.focus(),
      };
    return () => made.destroy();
  }, []);
  return (
    <>
      <div ref={place} className="editing" />
      {names.list}
      {editor && <Tools editor={editor} label={t`Format`} />}
    </>
  );
}

type NamesProps = {
  typed: TypedName | undefined;
  editor: Editor | undefined;
  onCard: ((card: SearchResult) => void) | undefined;
};

/** Gives the list of cards for the name that is being typed, and what keys do with it. */
function useNames({ typed, editor, onCard }: NamesProps) {
  const { t } = useLingui();
  const types = useTypes();
  const [at, setAt] = useState(0);
  /** The name for which ↵ was pressed before anything was found. */
  const awaited = useRef<string>(undefined);
  const [dropped, setDropped] = useState<number>();
  const isOpen = typed !== undefined && typed.from !== dropped;
  const text = typed?.text.trim() ?? "";
  const { data, isPlaceholderData } = useQuery({
    ...searchQuery(text, ["card"]),
    enabled: isOpen && text !== "",
    placeholderData: (before) => before,
  });
  const found = isOpen && text !== "" ? (data ?? []) : [];
  const isSettled = data !== undefined && !isPlaceholderData;
  function take(card: SearchResult): void {
    if (!typed || !editor) return;
    awaited.current = undefined;
    editor
      .chain()
      .focus()
      .insertContentAt({ from: typed.from, to: typed.to }, [
        { type: "text", text: card.name, marks: [{ type: "link", attrs: { href: `/cards/${card.id}` } }] },
        { type: "text", text: " " },
      ])
      .run();
    setAt(0);
    onCard?.(card);
  }
  useEffect(() => {
    if (!isSettled || awaited.current !== text || text === "") return;
    awaited.current = undefined;
    const [first] = data;
    if (first) take(first);
  });
  function choose({ key }: KeyboardEvent): boolean {
    // The last letters may not be drawn yet.
    const newest = editor && typedName(editor);
    if (!newest || newest.from === dropped || newest.text.trim() === "") return false;
    if (key === "Escape") setDropped(newest.from);
    else if (key === "ArrowDown" && found.length > 0) setAt((at + 1) % found.length);
    else if (key === "ArrowUp" && found.length > 0) setAt((at + found.length - 1) % found.length);
    else if (key !== "Enter" && key !== "Tab") return false;
    else if (!isSettled || newest.to !== typed?.to || newest.text !== typed.text) awaited.current = newest.text.trim();
    else if (found.length === 0) return false;
    else take(found[at] ?? found[0]!);
    return true;
  }
  const list = isOpen && (
    <div className="pop named-cards" style={boxAt(editor, typed?.from)}>
      {text === "" ? (
        <p className="opt c3">{t`Type the name of a card`}</p>
      ) : found.length === 0 && isSettled ? (
        <p className="opt c3">{t`No card of this name`}</p>
      ) : (
        <div className="menu" role="listbox" aria-label={t`Cards`}>
          {found.map((card, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the editor
            <div
              key={card.id}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={`opt ${place === at ? "on" : ""}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(card)}
            >
              <TypeIcon type={types.get(card.card_type ?? "")} />
              <span className="trunc">{card.name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
  return { choose, list };
}

/** Returns the place of the list below the name, within the box of the text. */
function boxAt(editor: Editor | undefined, from: number | undefined) {
  const box = editor?.view.dom.closest(".written")?.getBoundingClientRect();
  if (!editor || !box || from === undefined || from > editor.state.doc.content.size) return undefined;
  const { left, bottom } = editor.view.coordsAtPos(from);
  return { left: Math.max(0, Math.min(left - box.left, box.width - 260)), top: bottom - box.top + 4 };
}

type Tool = { icon: LucideIcon; label: string; isOn: boolean; run: () => unknown };

function Tools({ editor, label }: { editor: Editor; label: string }) {
  const { t } = useLingui();
  const chain = () => editor.chain().focus();
  const tools: Tool[] = [
    { icon: Bold, label: t`Bold`, isOn: editor.isActive("bold"), run: () => chain().toggleBold().run() },
    { icon: Italic, label: t`Italic`, isOn: editor.isActive("italic"), run: () => chain().toggleItalic().run() },
    {
      icon: Heading,
      label: t`Heading`,
      isOn: editor.isActive("heading"),
      run: () => chain().toggleHeading({ level: 3 }).run(),
    },
    { icon: List, label: t`List`, isOn: editor.isActive("bulletList"), run: () => chain().toggleBulletList().run() },
    {
      icon: ListOrdered,
      label: t`Numbered list`,
      isOn: editor.isActive("orderedList"),
      run: () => chain().toggleOrderedList().run(),
    },
    { icon: Quote, label: t`Quote`, isOn: editor.isActive("blockquote"), run: () => chain().toggleBlockquote().run() },
    { icon: Link2, label: t`Link a card`, isOn: false, run: () => chain().insertContent(atSign(editor)).run() },
  ];
  return (
    <div className="written-tools" role="toolbar" aria-label={label}>
      {tools.map(({ icon, label: name, isOn, run }) => (
        <IconButton
          key={name}
          icon={icon}
          label={name}
          size={14}
          className={isOn ? "on" : ""}
          aria-pressed={isOn}
          preventFocusOnPress
          onPress={run}
        />
      ))}
      <span className="sp" />
      <span className="c3 t11">
        <Trans>@ links a card</Trans>
      </span>
    </div>
  );
}

/** Returns the sign that begins the name of a card, apart from the word before it. */
function atSign({ state }: Editor): string {
  const { $from } = state.selection;
  const before = $from.parent.textBetween(0, $from.parentOffset);
  return before === "" || /[\s(]$/.test(before) ? "@" : " @";
}
