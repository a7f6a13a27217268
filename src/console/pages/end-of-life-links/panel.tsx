/** A card next to the list: the products that it may mean, another one by a few letters, and their cycles. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { cyclesQuery, type LookedUp, productsQuery } from "../../eol/queries";
import { day } from "../../language/format";
import { Link } from "../../navigation/link";
import { Button } from "../../ui/button";
import { KeyValue, Section } from "../../ui/section";
import { Side } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { TypeAhead } from "../../ui/type-ahead";
import { type Choice, choiceOf, isLinked } from "./rows";

type PanelProps = {
  row: LookedUp;
  chosen: ReadonlyMap<string, Choice>;
  choose: (choice: Choice) => void;
  link: (choice: Choice & { cycle: string }) => void;
  close: () => void;
};

/** Shows the panel. */
export function ProductPanel({ row, chosen, choose, link, close }: PanelProps) {
  const { t } = useLingui();
  const choice = choiceOf(row, chosen);
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data: found = [] } = useQuery({ ...productsQuery(wanted), enabled: wanted.length > 1 });
  return (
    <Side icon={Link2} kind={t`Link to a product`} label={row.card_name} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{row.card_name}</h2>
        <Link to="/cards/$id" params={{ id: row.card_id }} className="lk">
          <Trans>Open the card</Trans>
        </Link>
      </div>
      <Section>
        <KeyValue of={t`Linked to`}>
          {isLinked(row) ? `${row.current_eol_product} ${row.current_eol_cycle}` : <span className="c3">–</span>}
        </KeyValue>
      </Section>
      <Section title={t`Product`}>
        <div className="eol-choices">
          {row.candidates.map((one) => (
            <label key={one.eol_product} className="eol-choice">
              <input
                type="radio"
                name="product"
                checked={choice?.product === one.eol_product}
                onChange={() => choose({ product: one.eol_product, cycle: one.eol_cycle, score: one.score })}
              />
              <span className="trunc">{one.eol_product}</span>
              <span className="sp" />
              <span className="c3 t12 num">{Math.round(one.score * 100)} %</span>
            </label>
          ))}
          {choice && row.candidates.every(({ eol_product }) => eol_product !== choice.product) && (
            <label className="eol-choice">
              <input type="radio" name="product" checked readOnly />
              <span className="trunc">{choice.product}</span>
            </label>
          )}
        </div>
        <TypeAhead
          label={t`Another product`}
          placeholder={t`Another product`}
          empty={wanted.length > 1 ? t`No product of this name` : t`Type a name`}
          suggestions={found.map(({ name }) => ({ id: name, label: name }))}
          onType={setText}
          onChoose={(product) => choose({ product, cycle: null })}
        />
      </Section>
      {choice && <Cycles choice={choice} choose={choose} />}
      <Section>
        <Button
          look="pri"
          icon={Link2}
          isDisabled={!choice?.cycle}
          onPress={() => choice?.cycle && link({ ...choice, cycle: choice.cycle })}
        >
          {choice?.cycle ? t`Link to ${choice.product} ${choice.cycle}` : t`Choose a cycle`}
        </Button>
      </Section>
    </Side>
  );
}

/** Shows the cycles of the chosen product with the ends of their support. */
function Cycles({ choice, choose }: { choice: Choice; choose: (choice: Choice) => void }) {
  const { t } = useLingui();
  const { data: cycles, error, refetch } = useQuery(cyclesQuery(choice.product));
  return (
    <Section title={t`Cycle`} {...(cycles && { count: cycles.length })}>
      {error && <Failed error={error} retry={refetch} />}
      {!cycles && !error && <LoadingRows rows={4} />}
      <div className="eol-choices eol-cycles">
        {cycles?.map(({ cycle, eol, releaseDate: from }) => (
          <label key={cycle} className="eol-choice">
            <input
              type="radio"
              name="cycle"
              checked={choice.cycle === cycle}
              onChange={() => choose({ ...choice, cycle })}
            />
            <span className="num">{cycle}</span>
            <span className="sp" />
            <span className="c3 t12 num">
              {from && day(from)} – {typeof eol === "string" ? day(eol) : eol ? t`ended` : t`no end`}
            </span>
          </label>
        ))}
      </div>
    </Section>
  );
}
