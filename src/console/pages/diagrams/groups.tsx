/** The groups of diagrams: made, renamed and deleted in a panel. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FolderPlus, Trash2 } from "lucide-react";
import { createGroup, deleteGroup, renameGroup } from "../../diagrams/group-changes";
import type { DiagramGroup } from "../../diagrams/queries";
import { Button, IconButton } from "../../ui/button";
import { EditedText } from "../../ui/edited-text";
import { NameForm } from "../../ui/name-form";
import { Popup } from "../../ui/popup";

/** Shows the button of the panel. */
export function GroupsPopup({ groups }: { groups: readonly DiagramGroup[] }) {
  const { t } = useLingui();
  return (
    <Popup label={t`Groups of diagrams`} trigger={<Button icon={FolderPlus}>{t`Groups`}</Button>}>
      {() => (
        <div className="group-panel">
          {groups.map((group) => (
            <div key={group.id} className="group-line">
              <EditedText
                label={t`Name of the group`}
                value={group.name}
                mayEdit
                save={(name) => void renameGroup(group, name)}
              >
                <span className="trunc">{group.name}</span>
              </EditedText>
              <span className="sp" />
              <span className="c3 t12 num">
                <Plural value={group.diagram_count} one="# diagram" other="# diagrams" />
              </span>
              <IconButton
                icon={Trash2}
                size={14}
                label={t`Delete the group ${group.name}`}
                onPress={() => void deleteGroup(group)}
              />
            </div>
          ))}
          {groups.length === 0 && (
            <p className="c2 group-none">
              <Trans>No groups yet</Trans>
            </p>
          )}
          <NameForm label={t`New group`} verb={t`Make it`} submit={(name) => void createGroup(name, groups.length)} />
        </div>
      )}
    </Popup>
  );
}
