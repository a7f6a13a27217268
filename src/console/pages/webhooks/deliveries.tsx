/** The log of a webhook: its last deliveries, each with what was sent and answered. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { moment, number } from "../../language/format";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { replay } from "./changes";
import { type DeliverySummary, deliveriesQuery, deliveryQuery, LOOK, type Webhook } from "./queries";

/** Shows the deliveries, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...deliveriesQuery(webhook.id), refetchInterval: LOOK });
  return (
    <Section title={t`Last deliveries`} count={data?.length ?? 0}>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data?.length === 0 && (
        <p className="c3 t12">
          <Trans>Nothing was delivered yet. A test shows whether the address answers.</Trans>
        </p>
      )}
      <ul aria-label={t`Last deliveries`} className="webhook-log">
        {data?.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
        ))}
      </ul>
    </Section>
  );
}

function DeliveryRow({ delivery, webhook }: { delivery: DeliverySummary; webhook: Webhook }) {
  const { t } = useLingui();
  const [isOpen, open] = useState(false);
  const { is_delivered, status, event_type, created_at, milliseconds } = delivery;
  return (
    <li>
      <button type="button" className="webhook-delivery" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <Status tone={is_delivered ? "good" : "bad"}>{status ?? t`no answer`}</Status>
        <code className="trunc">{event_type}</code>
        <span className="c3 t12 num">
          {moment(created_at)} · {t`${number(milliseconds)} ms`}
        </span>
      </button>
      {isOpen && <DeliveryDetails delivery={delivery} webhook={webhook} />}
    </li>
  );
}

function DeliveryDetails({ delivery, webhook }: { delivery: DeliverySummary; webhook: Webhook }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(deliveryQuery(webhook.id, delivery.id));
  const { problem, attempt, number: event } = delivery;
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={2} />;
  return (
    <div className="webhook-texts">
      {problem && (
        <p className="wraps" lang="en">
          {problem}
        </p>
      )}
      {attempt > 1 && <p className="c3 t12">{t`Attempt ${number(attempt)}`}</p>}
      {data.request === null && (
        <p className="c3 t12">
          <Trans>What was sent is shown to whoever may see as much as the account that reads for the webhook.</Trans>
        </p>
      )}
      {data.request !== null && <TextBlock label={t`Sent`} text={data.request} />}
      {data.answer !== null && data.answer !== "" && <TextBlock label={t`Answered`} text={data.answer} />}
      {event !== null && (
        <Button icon={RotateCcw} className="verb" writes onPress={() => void replay(webhook, event)}>
          <Trans>Deliver again from here</Trans>
        </Button>
      )}
    </div>
  );
}

function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    <>
      <span className="c3 t12">{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="webhook-text scroll" tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </section>
    </>
  );
}
