/** The form for a new card: type, name and parent. Cards that have that name already are named beforehand. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { labelOf, typesQuery } from "../metamodel/queries";
import { type SearchResult, searchQuery } from "../search/queries";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TypeIcon } from "../ui/icon";
import { TypeAhead } from "../ui/type-ahead";
import { createCard } from "./changes";

type NewCardProps = {
  /** The name that stands in the form at first. */
  name: string;
  close: () => void;
  open: (id: string) => void;
};

/** Matches of a name that are worth a warning. */
const ALIKE: readonly SearchResult["match"][] = ["exact", "prefix", "word"];

/** Returns the type that the page behind lists, as its address says. */
const typeBehind = () => new URLSearchParams(location.search).get("type") ?? undefined;

/** Shows the form. */
export default function NewCard({ name: given, close, open }: NewCardProps) {
  const { t } = useLingui();
  const { data: types = [] } = useQuery(typesQuery);
  const [chosen, setChosen] = useState(typeBehind);
  const [name, setName] = useState(given);
  const [parent, setParent] = useState<SearchResult>();
  const type = types.find(({ key }) => key === chosen) ?? types[0];
  const isReady = name.trim() !== "" && type !== undefined;
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const id = await createCard(type.key, name.trim(), parent?.id);
    if (id === undefined) return;
    close();
    open(id);
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()} className="veil-over">
      <Modal className="over pal">
        <Dialog aria-label={t`New card`} className="new-card">
          <form onSubmit={(event) => void make(event)}>
            <label className="fld">
              <span className="fld-head">{t`Type`}</span>
              <select
                className="inp"
                value={type?.key}
                onChange={({ target }) => {
                  setChosen(target.value);
                  setParent(undefined);
                }}
              >
                {types.map((one) => (
                  <option key={one.key} value={one.key}>
                    {labelOf(one)}
                  </option>
                ))}
              </select>
            </label>
            <Field label={t`Name`} value={name} onChange={setName} autoFocus />
            {type && <Alike name={name.trim()} type={type.key} open={open} close={close} />}
            {type?.has_hierarchy && <Parent type={type.key} parent={parent} setParent={setParent} />}
            <div className="new-card-verbs">
              <Button onPress={close}>
                <Trans>Cancel</Trans>
              </Button>
              <Button look="pri" type="submit" isDisabled={!isReady}>
                <Trans>Make it</Trans>
              </Button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Names the cards of the type that are called alike. */
function Alike({ name, type, open, close }: NewCardProps & { type: string }) {
  const { t } = useLingui();
  const wanted = useDeferredValue(name);
  const { data: found = [] } = useQuery({ ...searchQuery(wanted, ["card"], type), enabled: wanted.length > 1 });
  const alike = wanted.length > 1 ? found.filter(({ match }) => ALIKE.includes(match)) : [];
  if (alike.length === 0) return null;
  return (
    <section className="new-card-alike t12" aria-label={t`Called alike`}>
      <span className="c3">
        <Trans>There is already:</Trans>
      </span>
      {alike.map(({ id, name: other }) => (
        <button
          type="button"
          className="lk"
          key={id}
          onClick={() => {
            close();
            open(id);
          }}
        >
          {other}
        </button>
      ))}
    </section>
  );
}

type ParentProps = {
  type: string;
  parent: SearchResult | undefined;
  setParent: (parent?: SearchResult) => void;
};

function Parent({ type, parent, setParent }: ParentProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data: types = [] } = useQuery(typesQuery);
  const { data: found = [] } = useQuery({ ...searchQuery(wanted, ["card"], type), enabled: wanted !== "" });
  if (parent)
    return (
      <p className="new-card-parent">
        <span className="c3">{t`Part of`}</span> {parent.name}
        <button type="button" className="lk t12" onClick={() => setParent()}>
          <Trans>Another parent</Trans>
        </button>
      </p>
    );
  return (
    <TypeAhead
      inForm
      label={t`Part of`}
      placeholder={t`Name of the card above it, if any`}
      empty={t`No card of this name`}
      suggestions={found.map(({ id, name, detail }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.find(({ key }) => key === type)} />,
        remark: detail ?? undefined,
      }))}
      onType={setText}
      onChoose={(id) => setParent(found.find((one) => one.id === id))}
    />
  );
}
