/** The verb by which somebody else is asked about a card. */
import { Trans, useLingui } from "@lingui/react/macro";
import { UserRoundPlus } from "lucide-react";
import { PersonField } from "../../people/person-field";
import { delegateAnswer } from "../../surveys/changes";
import { Button } from "../../ui/button";
import { Popup } from "../../ui/popup";

type DelegateProps = { surveyId: string; cardId: string; after: () => void };

/** Shows the verb with the field for the other person. @param after acts once they are asked */
export function Delegate({ surveyId, cardId, after }: DelegateProps) {
  const { t } = useLingui();
  return (
    <p className="survey-delegate">
      <Popup
        label={t`Somebody else knows better`}
        trigger={
          <Button look="line" icon={UserRoundPlus}>
            <Trans>Somebody else knows better</Trans>
          </Button>
        }
      >
        {(close) => (
          <>
            <p className="t12 c2">
              <Trans>They are asked in your place, and notified. What you have answered about this card goes.</Trans>
            </p>
            <PersonField
              label={t`Person`}
              autoFocus
              choose={async (person) => {
                close();
                if (await delegateAnswer({ surveyId, cardId }, person)) after();
              }}
            />
          </>
        )}
      </Popup>
    </p>
  );
}
