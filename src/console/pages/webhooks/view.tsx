/** Webhooks as a list; one is shown next to it, with its log. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { fromNow } from "../../language/format";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Popup } from "../../ui/popup";
import { Rows } from "../../ui/rows";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/access.css";
import "./webhooks.css";
import { createWebhook, type Secret } from "./changes";
import { WebhookForm } from "./form";
import { webhooks as page } from "./page";
import { WebhookPanel } from "./panel";
import { LOOK, type Webhook, webhooksQuery } from "./queries";
import { WebhookState } from "./state";
import { presetNames } from "./words";

const COLUMNS = "minmax(180px,1.2fr) minmax(140px,1fr) 130px 150px 130px";

export default function WebhooksPage() {
  const { t } = useLingui();
  const { webhook: id } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [made, setMade] = useState<Secret>();
  const [isCreating, create] = useState(false);
  const { data, error, refetch } = useQuery({ ...webhooksQuery, refetchInterval: LOOK });
  const open = (next: string | undefined) => setSearch({ webhook: next }, { replace: true });
  useCommands([{ id: "webhook.new", label: t`New webhook`, icon: Plus, keys: ["n"], run: () => create(true) }]);
  const opened = data?.find((one) => one.id === id);
  const failing = data?.filter(({ attempts, is_paused }) => attempts > 0 || is_paused).length ?? 0;
  return (
    <PageFrame
      label={t`Webhooks`}
      title={<AdministrationTrail>{t`Webhooks`}</AdministrationTrail>}
      actions={
        <Popup
          label={t`New webhook`}
          isOpen={isCreating}
          onOpenChange={create}
          trigger={
            <Button look="pri" icon={Plus} keys="n">
              <Trans>New webhook</Trans>
            </Button>
          }
        >
          {(close) => (
            <WebhookForm
              verb={t`Subscribe it`}
              save={async ({ address = "", ...values }) => {
                const secret = await createWebhook({ ...values, address });
                close();
                setMade(secret);
                open(secret.id);
              }}
            />
          )}
        </Popup>
      }
    >
      <div className="work">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="col scroll webhook-list" tabIndex={0} aria-label={t`Webhooks`}>
          {error && <Failed error={error} retry={refetch} />}
          {!data && !error && <LoadingRows rows={6} />}
          {data?.length === 0 && (
            <Empty title={<Trans>No webhook yet</Trans>}>
              <Trans>A program or a chat gets events as they happen, when its address is subscribed to them.</Trans>
            </Empty>
          )}
          {data && data.length > 0 && <WebhookRows webhooks={data} current={id} open={open} />}
        </section>
        {opened && (
          <WebhookPanel
            key={opened.id}
            webhook={opened}
            secret={made?.id === opened.id ? made.secret : undefined}
            made={setMade}
            close={() => open(undefined)}
          />
        )}
      </div>
      <Foot>
        <span>
          <Plural value={data?.length ?? 0} one="# webhook" other="# webhooks" />
        </span>
        {failing > 0 && (
          <span>
            <Plural value={failing} one="# doesn't deliver" other="# don't deliver" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["n"]}>
          <Trans>new webhook</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

type RowsProps = { webhooks: readonly Webhook[]; current: string | undefined; open: (id: string) => void };

function WebhookRows({ webhooks, current, open }: RowsProps) {
  const { t, i18n } = useLingui();
  return (
    <Rows label={t`Webhooks`} items={webhooks} keyOf={({ id }) => id} columns={COLUMNS} currentKey={current}>
      {(webhook) => (
        <>
          <div className="p16">
            <button
              type="button"
              className="row-main trunc"
              aria-current={webhook.id === current || undefined}
              onClick={() => open(webhook.id)}
            >
              {webhook.name}
            </button>
          </div>
          <div className="c2 trunc">{hostOf(webhook.address)}</div>
          <div className="c2 trunc">{i18n._(presetNames[webhook.preset])}</div>
          <div>
            <WebhookState webhook={webhook} />
          </div>
          <div className="c2 num">
            {webhook.last_delivered_at === null ? t`none yet` : fromNow(webhook.last_delivered_at)}
          </div>
        </>
      )}
    </Rows>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
