/** The batches by day, the newest first. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Cog } from "lucide-react";
import type { KeyboardEvent } from "react";
import { type Batch, useBatchWords } from "../../journal/words";
import { longDay, time } from "../../language/format";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { PAGE } from "./queries";

type BatchListProps = {
  batches: readonly Batch[];
  total: number;
  page: number;
  turn: (page: number) => void;
  chosen: string | undefined;
  choose: (id: string) => void;
};

/** Shows the batches, of which one is chosen; arrows go from one to the next. */
export function BatchList({ batches, total, page, turn, chosen, choose }: BatchListProps) {
  const { t } = useLingui();
  const byDay = Map.groupBy(batches, ({ created_at }) => longDay(created_at));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = batches[batches.findIndex(({ id }) => id === chosen) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    choose(next.id);
    document.getElementById(`batch-${next.id}`)?.focus();
  };
  return (
    <nav className="scroll" aria-label={t`Batches`} onKeyDown={onKeyDown}>
      {[...byDay].map(([date, ofDay]) => (
        <div key={date}>
          <p className="day">{date}</p>
          {ofDay.map((batch) => (
            <BatchLine key={batch.id} batch={batch} isChosen={batch.id === chosen} choose={choose} />
          ))}
        </div>
      ))}
      {total > PAGE && (
        <div className="history-pages">
          <Button look="line" isDisabled={page === 1} onPress={() => turn(page - 1)}>
            <Trans>Newer</Trans>
          </Button>
          <Button look="line" isDisabled={page * PAGE >= total} onPress={() => turn(page + 1)}>
            <Trans>Older</Trans>
          </Button>
        </div>
      )}
    </nav>
  );
}

type LineProps = { batch: Batch; isChosen: boolean; choose: (id: string) => void };

function BatchLine({ batch, isChosen, choose }: LineProps) {
  const { whoOf, sentenceOf, detailsOf } = useBatchWords();
  const { id, rolled_back_at: undone, actor_display_name: name, created_at } = batch;
  const classes = ["ba", isChosen ? "sel" : "", undone ? "undone" : ""].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      id={`batch-${id}`}
      className={classes}
      aria-current={isChosen ? "true" : undefined}
      onClick={() => choose(id)}
    >
      {name ? <Avatar name={name} /> : <Icon of={Cog} size={14} className="c3" />}
      <span className="trunc">
        <b>{whoOf(batch)}</b> {sentenceOf(batch)}
      </span>
      <span className="u">
        <time className="tm num" dateTime={created_at}>
          {time(created_at)}
        </time>
        {undone && (
          <span className="t12 c3">
            <Trans>undone {time(undone)}</Trans>
          </span>
        )}
      </span>
      <span className="s2 trunc">{detailsOf(batch)}</span>
    </button>
  );
}
