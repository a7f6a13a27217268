/** The trial of a formula: how many cards it would change, and what of some of them. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowRight, Plus, X } from "lucide-react";
import type { CSSProperties } from "react";
import { CardField } from "../../cards/card-field";
import { AttributeValue } from "../../cards/cells";
import { number } from "../../language/format";
import type { Field } from "../../metamodel/fields";
import { useSetPeek } from "../../navigation/peek";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { goThroughRows } from "../../ui/row-name";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { calculations } from "./page";
import type { Comparison, Preview } from "./queries";

const COLUMNS = "minmax(120px,1.2fr) minmax(0,1fr) 20px minmax(0,1.4fr) 32px";

type TrialProps = {
  /** The reason why the formula fails for every card. */
  reason: string | undefined;
  field: Field | undefined;
  typeKey: string;
  preview: Preview | undefined;
  error: unknown;
  retry: () => unknown;
};

/** Shows the trial. */
export function Trial({ reason, field, typeKey, preview, error, retry }: TrialProps) {
  const { t } = useLingui();
  const { cards: chosen } = calculations.useSearch();
  const setSearch = calculations.useSetSearch();
  const choose = (cards: string[]) => setSearch({ cards: cards.length > 0 ? cards : undefined }, { replace: true });
  return (
    <section className="admin-list" aria-label={t`Trial`}>
      <div className="gsec">
        <b>{t`Trial`}</b>
        <span className="c3 trunc">{preview && <Counts preview={preview} />}</span>
        <span className="sp" />
        {chosen && (
          <Button onPress={() => choose([])}>
            <Trans>Those that change</Trans>
          </Button>
        )}
        <Popup
          label={t`Try with a card`}
          trigger={
            <Button icon={Plus} aria-label={t`Try with a card`}>
              <Trans>Card</Trans>
            </Button>
          }
        >
          {(close) => (
            <div className="popup-form">
              <CardField
                label={t`Name of a card`}
                type={typeKey}
                autoFocus
                choose={({ id }) => {
                  choose([...new Set([...(chosen ?? []), id])].slice(-20));
                  close();
                }}
              />
            </div>
          )}
        </Popup>
      </div>
      {error ? <Failed error={error} retry={retry} /> : !preview && <LoadingRows rows={5} />}
      {preview?.card_count === 0 && (
        <p className="c3 calc-note">
          <Trans>There is no card of this type yet.</Trans>
        </p>
      )}
      {reason !== undefined && (
        <p className="calc-note">
          <Status tone="bad">{t`It fails for every card: ${reason}`}</Status>
        </p>
      )}
      {preview && reason === undefined && preview.cards.length > 0 && (
        <ul
          aria-label={t`Cards of the trial`}
          className="rows"
          style={{ "--cols": COLUMNS } as CSSProperties}
          onKeyDown={goThroughRows}
        >
          {preview.cards.map((one) => (
            <Row
              key={one.card_id}
              field={field}
              compared={one}
              remove={chosen && (() => choose(chosen.filter((id) => id !== one.card_id)))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Shows how many cards would change, and how. */
function Counts({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const { card_count: all, compared_count: compared, failed_count: failed } = preview;
  const parts = [
    preview.filled_count > 0 && t`${number(preview.filled_count)} filled`,
    preview.changed_count > 0 && t`${number(preview.changed_count)} changed`,
    preview.emptied_count > 0 && t`${number(preview.emptied_count)} emptied`,
    failed > 0 && t`fails for ${number(failed)}`,
  ].filter((part) => part !== false);
  return (
    <>
      {plural(all, { one: "# card", other: "# cards" })}
      {": "}
      {parts.length > 0 ? parts.join(" · ") : t`nothing changes`}
      {compared < all && ` · ${t`only the first ${number(compared)} were tried: the formula takes many steps`}`}
    </>
  );
}

type RowProps = { field: Field | undefined; compared: Comparison; remove: (() => void) | undefined };

function Row({ field, compared, remove }: RowProps) {
  const { t } = useLingui();
  const setPeek = useSetPeek();
  const { card_id, card_name, before, after, outcome, position } = compared;
  return (
    <li className={outcome === "same" ? "gr calc-row faded" : "gr calc-row"}>
      <div className="name">
        <button type="button" className="row-main" onClick={() => setPeek(card_id)}>
          <span className="trunc">{card_name}</span>
        </button>
      </div>
      <div className="c2">
        <Value field={field} value={before} />
      </div>
      <div className="c3">
        <Icon of={ArrowRight} size={14} />
        <span className="aloud">{t`then`}</span>
      </div>
      <div>
        {outcome === "failed" ? (
          <Status tone="bad" title={position?.message ?? t`It fails`}>
            <span className="trunc">{position?.message ?? t`It fails`}</span>
          </Status>
        ) : outcome === "same" ? (
          <span className="c3">{t`stays`}</span>
        ) : (
          <Value field={field} value={after} />
        )}
      </div>
      <div>{remove && <IconButton icon={X} size={14} label={t`Try without ${card_name}`} onPress={remove} />}</div>
    </li>
  );
}

/** Checks whether a value is one that the field shows in its own way. */
function suits({ type }: Field, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (type === "number" || type === "cost") return typeof value === "number";
  if (type === "boolean") return typeof value === "boolean";
  return type === "multiple_select" ? Array.isArray(value) : typeof value === "string";
}

/** Shows a value as cards do; one of another kind as it is stored, marked. */
function Value({ field, value }: { field: Field | undefined; value: unknown }) {
  const { t } = useLingui();
  if (field && suits(field, value)) return <AttributeValue field={field} value={value} />;
  return (
    <Status tone="warn" title={t`It isn't of the kind of the field`}>
      <code className="trunc">{JSON.stringify(value)}</code>
    </Status>
  );
}
