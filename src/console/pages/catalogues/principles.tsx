/** The catalogue of principles, of which any are taken over. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPrinciples } from "../../catalogues/changes";
import { principlesQuery } from "../../catalogues/queries";
import { Foot } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Failed, LoadingRows } from "../../ui/states";

/** Shows the principles. */
export function Principles({ locale }: { locale: string | undefined }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(principlesQuery(locale));
  const [chosen, choose] = useState<readonly string[]>([]);
  const create = async () => {
    if (await createPrinciples(chosen, locale)) choose([]);
  };
  return (
    <>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={10} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="col scroll" tabIndex={0} aria-label={t`Principles`}>
        <ul className="catalogue-principles">
          {data?.principles.map(({ id, title, description, rationale, existing_principle_id: existing }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  disabled={existing !== null}
                  checked={existing !== null || chosen.includes(id)}
                  onChange={({ target }) =>
                    choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                />
                <span>
                  <b>{title}</b>
                  {existing && <span className="c3 t12"> {t`is there`}</span>}
                  <span className="catalogue-text">{description}</span>
                  <span className="catalogue-text c2 t12">{rationale}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </section>
      <Foot>
        <span>
          <Plural value={data?.principles.length ?? 0} one="# principle" other="# principles" />
        </span>
        <span className="sp" />
        {chosen.length > 0 && (
          <Button look="pri" onPress={() => void create()}>
            <Plural value={chosen.length} one="Take over # principle" other="Take over # principles" />
          </Button>
        )}
        {chosen.length === 0 && (
          <span className="c3">
            <Trans>Analyses and the architect hold to principles</Trans>
          </span>
        )}
      </Foot>
    </>
  );
}
