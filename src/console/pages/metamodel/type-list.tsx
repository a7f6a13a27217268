/** The types by layer; the figure is the number of their fields. */
import { Trans, useLingui } from "@lingui/react/macro";
import { EyeOff, Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import { keyFor } from "../../metamodel/names";
import { labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { NamePopup } from "../../ui/name-form";
import { createType, moveType } from "./changes";
import { metamodel } from "./page";
import type { CardType } from "./queries";

type TypeListProps = { types: readonly CardType[]; current: CardType | undefined };

/** Returns a key for a new type: as of a field, with a capital. */
export function typeKeyFor(name: string, types: readonly CardType[]): string {
  const taken = new Set(types.map(({ key }) => key.charAt(0).toLowerCase() + key.slice(1)));
  const key = keyFor(name, taken, "type");
  return key.charAt(0).toUpperCase() + key.slice(1);
}

/** Shows the list; arrows go through it, ⌥↑ and ⌥↓ move a type within its layer. */
export function TypeList({ types, current }: TypeListProps) {
  const { t } = useLingui();
  const setSearch = metamodel.useSetSearch();
  const shown = types.filter(({ is_hidden }) => !is_hidden);
  const hidden = types.filter(({ is_hidden }) => is_hidden);
  const layers = Map.groupBy(shown, ({ category }) => category || t`Other`);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = (event.target as HTMLElement).dataset;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
    if (!key || !step) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) return void moveType(types, key, step);
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-key]")];
    all[all.indexOf(event.target as HTMLElement) + step]?.focus();
  };
  const entry = (type: CardType) => (
    <button
      key={type.key}
      type="button"
      data-key={type.key}
      className={type === current ? "nav on" : "nav"}
      aria-current={type === current || undefined}
      onClick={() => setSearch({ type: type.key, field: undefined, relation: undefined, subtype: undefined })}
    >
      <TypeIcon type={type} size={16} />
      <span className="trunc">{labelOf(type)}</span>
      {type.is_hidden && <Icon of={EyeOff} size={12} className="c3" />}
      <span className="n num">{type.fields_schema.flatMap(({ fields }) => fields).length}</span>
    </button>
  );
  return (
    <nav className="alist" aria-label={t`Types`} onKeyDown={onKeyDown}>
      {[...layers].map(([layer, members]) => (
        <div key={layer}>
          <div className="lay">{layer}</div>
          {members.map(entry)}
        </div>
      ))}
      {hidden.length > 0 && (
        <div>
          <div className="lay">{t`Hidden`}</div>
          {hidden.map(entry)}
        </div>
      )}
      <div className="alist-new">
        <NamePopup
          label={t`New type`}
          trigger={<Button icon={Plus} aria-label={t`New type`}>{t`Type`}</Button>}
          field={t`Name of the type`}
          verb={t`Create`}
          make={async (label) => {
            const key = typeKeyFor(label, types);
            if (!(await createType({ key, label, category: current?.category ?? null }))) return false;
            setSearch({ type: key, field: undefined, relation: undefined, subtype: undefined });
          }}
        />
      </div>
      <span className="sp" />
      <p className="c3 t11 alist-foot">
        <Trans>Figure: fields of the type</Trans>
      </p>
    </nav>
  );
}
