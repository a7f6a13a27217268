/** Portals as a list, each built next to it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { day } from "../../language/format";
import { labelOf, typesQuery, useTypes } from "../../metamodel/queries";
import { createPortal, slugFor } from "../../portals/changes";
import { type Portal, portalsQuery } from "../../portals/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { TypeIcon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import { portals as page } from "./page";
import { PortalPanel } from "./panel";

const COLUMNS = "minmax(180px,1fr) minmax(140px,1fr) 150px 130px 110px";

export default function PortalsPage() {
  const { t } = useLingui();
  const { portal: id } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [isMaking, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(portalsQuery);
  useCommands([{ id: "portal.new", label: t`New portal`, icon: Plus, keys: ["n"], run: () => setMaking(true) }]);
  const opened = data?.find((one) => one.id === id);
  const published = data?.filter(({ is_published }) => is_published).length ?? 0;
  return (
    <PageFrame
      label={t`Portals`}
      title={<AdministrationTrail>{t`Portals`}</AdministrationTrail>}
      actions={<NewPortal isOpen={isMaking} open={setMaking} />}
    >
      <div className="work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="col scroll" tabIndex={0} aria-label={t`Portals`}>
          {error && <Failed error={error} retry={refetch} />}
          {!data && !error && <LoadingRows rows={6} />}
          {data?.length === 0 && (
            <Empty
              title={<Trans>There is no portal yet</Trans>}
              actions={
                <Button look="line" icon={Plus} onPress={() => setMaking(true)}>
                  <Trans>Portal</Trans>
                </Button>
              }
            >
              <Trans>A portal shows cards of one type to anybody who knows its address, without their costs.</Trans>
            </Empty>
          )}
          {data && data.length > 0 && (
            <PortalRows portals={data} current={id} open={(next) => setSearch({ portal: next }, { replace: true })} />
          )}
        </section>
        {opened && (
          <PortalPanel
            key={opened.id}
            portal={opened}
            close={() => setSearch({ portal: undefined }, { replace: true })}
          />
        )}
      </div>
      <Foot>
        <span>
          <Plural value={data?.length ?? 0} one="# portal" other="# portals" />
        </span>
        <span>
          <Plural value={published} one="# published" other="# published" />
        </span>
        <span className="sp" />
        <KeyHint keys={["n"]}>
          <Trans>new portal</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

type RowsProps = { portals: readonly Portal[]; current: string | undefined; open: (id: string) => void };

function PortalRows({ portals, current, open }: RowsProps) {
  const { t } = useLingui();
  const types = useTypes();
  return (
    <Rows label={t`Portals`} items={portals} keyOf={({ id }) => id} columns={COLUMNS}>
      {({ id, name, slug, card_type, is_published, updated_at }) => (
        <>
          <div className="p16">
            <button
              type="button"
              className="row-main trunc"
              aria-current={id === current || undefined}
              onClick={() => open(id)}
            >
              {name}
            </button>
          </div>
          <div className="c2">
            <span className="trunc">/portal/{slug}</span>
          </div>
          <div>
            <TypeIcon type={types.get(card_type)} size={14} />
            <span className="trunc">{labelOf(types.get(card_type) ?? { label: card_type })}</span>
          </div>
          <div>
            {is_published ? (
              <span className="c2">
                <Trans>Published</Trans>
              </span>
            ) : (
              <Status tone="mut">
                <Trans>Not published</Trans>
              </Status>
            )}
          </div>
          <div className="c2 num">{day(updated_at)}</div>
        </>
      )}
    </Rows>
  );
}

function NewPortal({ isOpen, open }: { isOpen: boolean; open: (isOpen: boolean) => void }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New portal`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus} aria-label={t`New portal`}>
          <Trans>Portal</Trans>
        </Button>
      }
    >
      {(close) => <NewPortalForm close={close} />}
    </Popup>
  );
}

function NewPortalForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const { data: types = [] } = useQuery(typesQuery);
  const [name, setName] = useState("");
  const [chosen, setType] = useState<string>();
  const type = chosen ?? types[0]?.key ?? "";
  const make = async () => {
    const id = await createPortal(name.trim(), slugFor(name), type);
    if (!id) return;
    close();
    setSearch({ portal: id });
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field label={t`Name`} value={name} onChange={setName} autoFocus maxLength={200} />
      <Choice
        inForm
        label={t`It shows cards of the type`}
        value={type}
        onChange={setType}
        options={types.map((one) => ({ value: one.key, label: labelOf(one), sign: <TypeIcon type={one} size={14} /> }))}
      />
      {slugFor(name) !== "" && <p className="c3 t12">/portal/{slugFor(name)}</p>}
      <Button look="pri" type="submit" isDisabled={slugFor(name) === ""}>
        <Trans>Make it</Trans>
      </Button>
    </Form>
  );
}
