/** A card in the peek: the most wanted facts, next to what one is reading. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Maximize2, Waypoints, X } from "lucide-react";
import { useAllCommands, useCommands } from "../commands/command";
import { labelOf, useTypes } from "../metamodel/queries";
import { useGo } from "../navigation/link";
import { useMay } from "../server/session";
import { useStore } from "../state/store";
import { Foot, KeyHint } from "../ui/bars";
import { IconButton } from "../ui/button";
import { TypeIcon } from "../ui/icon";
import { Section } from "../ui/section";
import { Status } from "../ui/signs";
import { Failed, LoadingRows } from "../ui/states";
import { LifeLine, lifeInWords } from "./life-line";
import { MissingList, useQuality, useVerb } from "./missing";
import { PeekFacts } from "./peek-facts";
import { PeekRelations } from "./peek-relations";
import { cardQuery } from "./queries";
import { held } from "./saving";

/** Shows the card with this id. */
export function CardPeek({ id, close }: { id: string; close: () => void }) {
  const { t } = useLingui();
  const { data: card, error, refetch } = useQuery(cardQuery(id));
  const type = useTypes().get(card?.type ?? "");
  const go = useGo();
  const open = () => go({ to: "/cards/$id", params: { id } });
  const comment = () => go({ to: "/cards/$id", params: { id }, search: { tab: "comments" } });
  const maySeeImpact = useMay("reports.ea_dashboard");
  const openImpact = () => go({ to: "/cards/$id", params: { id }, search: { tab: "impact" } });
  useCommands([
    {
      id: "peek.impact",
      label: t`What breaks if it fails`,
      keys: ["i"],
      quiet: true,
      when: () => maySeeImpact,
      run: openImpact,
    },
    { id: "peek.open", label: t`Open the card`, keys: ["o"], quiet: true, run: open },
    { id: "peek.comment", label: t`Comment on the card`, keys: ["c"], quiet: true, run: comment },
  ]);
  return (
    <aside className="peek" aria-label={card?.name ?? t`Card`}>
      <div className="ph">
        <TypeIcon type={type} />
        <span className="c3 t12 peek-kind trunc">
          {type ? labelOf(type) : card?.type}
          {card?.external_id && ` · ${card.external_id}`}
        </span>
        <span className="sp" />
        <Neighbours />
        {maySeeImpact && (
          <IconButton icon={Waypoints} label={t`What breaks if it fails`} keys="i" onPress={openImpact} />
        )}
        <IconButton icon={Maximize2} label={t`Open the card`} keys="o" onPress={open} />
        <IconButton icon={X} label={t`Close`} keys="escape" onPress={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`Card`}>
        {error && <Failed error={error} retry={refetch} />}
        {!card && !error && <LoadingRows rows={8} />}
        {card && (
          <>
            <div className="pad peek-head">
              <h2 className="t20">{card.name}</h2>
              {card.description && <p className="c2">{card.description}</p>}
            </div>
            <PeekFacts card={card} type={type} />
            <PeekLife life={card.lifecycle ?? {}} />
            <PeekQuality id={id} type={type} open={open} />
            <PeekRelations id={id} />
          </>
        )}
      </section>
      <Foot>
        <KeyHint keys={["o"]}>
          <Trans>open</Trans>
        </KeyHint>
        <KeyHint keys={["c"]}>
          <Trans>comment</Trans>
        </KeyHint>
        <span className="sp" />
        {card && <Unsaved id={id} />}
      </Foot>
    </aside>
  );
}

/** Shows whether everything that was typed into a card is saved. */
function Unsaved({ id }: { id: string }) {
  const count = [...useStore(held).values()].filter(({ edited }) => edited.card.id === id).length;
  if (count === 0)
    return (
      <span>
        <Trans>Saved</Trans>
      </span>
    );
  return (
    <Status tone="warn">
      <Plural value={count} one="# not saved" other="# not saved" />
    </Status>
  );
}

/** Shows the buttons to the cards before and after, where the page has commands for them. */
function Neighbours() {
  const { t } = useLingui();
  const commands = useAllCommands();
  const before = commands.find(({ id }) => id.endsWith(".peek.before"));
  const next = commands.find(({ id }) => id.endsWith(".peek.next"));
  if (!before || !next) return null;
  return (
    <>
      <IconButton icon={ChevronUp} label={t`Card before`} keys="k" onPress={() => before.run()} />
      <IconButton icon={ChevronDown} label={t`Next card`} keys="j" onPress={() => next.run()} />
    </>
  );
}

function PeekLife({ life }: { life: Record<string, unknown> }) {
  const { t } = useLingui();
  const words = lifeInWords(life);
  if (words === undefined) return null;
  return (
    <Section title={t`Life cycle`} remark={words}>
      <LifeLine life={life} />
    </Section>
  );
}

function PeekQuality({
  id,
  type,
  open,
}: Pick<Parameters<typeof MissingList>[0], "type"> & { id: string; open: () => void }) {
  const { t } = useLingui();
  const { quality, missing } = useQuality(id);
  const verbOf = useVerb();
  if (!quality) return null;
  const title = (
    <>
      {t`Quality`} <span className="num">{Math.round(quality.score)}</span>
    </>
  );
  return (
    <Section title={title} remark={missing.length > 0 && t`${missing.length} to go`}>
      <MissingList
        cardId={id}
        type={type}
        verb={(item) => (
          <button type="button" className="lk" onClick={open}>
            {verbOf(item)}
          </button>
        )}
      />
    </Section>
  );
}
