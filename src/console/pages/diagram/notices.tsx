/** The lines at the foot of a drawing: what of it is no longer as the landscape has it. */
import { Plural, Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import type { Difference } from "../../diagrams/landscape";
import type { CardLine } from "../../diagrams/relate";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";

type NoticesProps = {
  differences: readonly Difference[];
  doubtful: readonly CardLine[];
  mayEdit: boolean;
  take: () => void;
  record: (line: CardLine) => void;
};

/** Shows the lines. */
export function Notices({ differences, doubtful, mayEdit, take, record }: NoticesProps) {
  const names = differences.filter(({ name }) => name !== undefined).length;
  const colors = differences.filter(({ color }) => color !== undefined).length;
  const [first] = doubtful;
  return (
    <div className="diagram-notices">
      {differences.length > 0 && (
        <span className="tools notice">
          <span className="c2">
            {names > 0 && <Plural value={names} one="# name has changed" other="# names have changed" />}
            {names > 0 && colors > 0 && ", "}
            {colors > 0 && <Plural value={colors} one="# colour has changed" other="# colours have changed" />}
          </span>
          {mayEdit && (
            <Button className="sm" onPress={take}>
              <Trans>Take them over</Trans>
            </Button>
          )}
        </span>
      )}
      {first && (
        <span className="tools notice">
          <span className="st warn">
            <Icon of={TriangleAlert} size={14} />
            <b>
              <Plural
                value={doubtful.length}
                one="# line stands for no relation"
                other="# lines stand for no relation"
              />
            </b>
          </span>
          {mayEdit && (
            <Button className="sm" onPress={() => record(first)}>
              <Trans>Record them</Trans>
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
