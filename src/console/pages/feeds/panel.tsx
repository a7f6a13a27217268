/** The way of a view into Excel and Power BI: the address, and where it is pasted. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Rss } from "lucide-react";
import type { View } from "../../feeds/queries";
import { Copied } from "../../ui/copied";
import { Section } from "../../ui/section";
import { Side } from "../../ui/side";

/** Shows the address of the feed, and the steps in both programs. */
export function FeedPanel({ view, close }: { view: View; close: () => void }) {
  const { t } = useLingui();
  const { name, odata_url } = view;
  return (
    <Side icon={Rss} kind={t`Feed`} label={name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">{name}</h2>
        </div>
      </div>
      {!odata_url && (
        <Section>
          <p className="c2">
            <Trans>This view is no feed. Whoever may change it switches that on in the list.</Trans>
          </p>
        </Section>
      )}
      {odata_url && (
        <>
          <Section title={t`Address`}>
            <Copied text={`${odata_url}/`} label={t`Copy the address`} />
          </Section>
          <Section title={t`In Excel`}>
            <ol className="numbered">
              <li>
                <Trans>Data → Get Data → From Other Sources → From OData Feed, and paste the address.</Trans>
              </li>
              <li>
                <Trans>Choose "Basic": any user name, and a token of yours as the password.</Trans>
              </li>
              <li>
                <Trans>Choose "Cards" and load it. "Refresh All" reads it anew.</Trans>
              </li>
            </ol>
          </Section>
          <Section title={t`In Power BI`}>
            <ol className="numbered">
              <li>
                <Trans>Get data → OData feed, and paste the address.</Trans>
              </li>
              <li>
                <Trans>Choose "Basic": any user name, and a token of yours as the password.</Trans>
              </li>
              <li>
                <Trans>Once it is published, enter the same credentials for the planned refresh.</Trans>
              </li>
            </ol>
          </Section>
          <Section title={t`Anywhere else`}>
            <p className="c2">
              <Trans>As JSON, with the token in the address:</Trans>
            </p>
            <Copied text={`${odata_url}?token=…`} label={t`Copy the address with a place for the token`} />
          </Section>
        </>
      )}
    </Side>
  );
}
