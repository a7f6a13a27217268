/** A matrix of rights: rights as rows in groups, roles as columns. Arrows move, Space grants or takes. */
import { useLingui } from "@lingui/react/macro";
import { Check, Minus } from "lucide-react";
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { moved } from "../../grid/cursor";
import { useIsPhone } from "../../state/media";
import { Icon } from "../../ui/icon";

/** A role as a column. */
export type MatrixRole = {
  key: string;
  label: string;
  remark: ReactNode;
  grants: (right: string) => boolean;
  /** True when its rights can't be changed. */
  isFixed?: boolean;
};

/** Rights under one heading. */
export type RightGroup = { key: string; label: string; rights: readonly { key: string; label: string }[] };

type MatrixProps = {
  label: string;
  groups: readonly RightGroup[];
  roles: readonly MatrixRole[];
  /** The key of the role that is open. */
  current: string | undefined;
  onRole: (key: string) => void;
  onRight: (key: string) => void;
  onToggle: (role: MatrixRole, right: string) => void;
};

const PAGE = 12;

/** Shows the matrix. */
export function Matrix({ label, groups, roles, current, onRole, onRight, onToggle }: MatrixProps) {
  const { t } = useLingui();
  const name = useId();
  const room = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const [at, setAt] = useState({ row: 0, column: 0 });
  const rights = groups.flatMap((group) => group.rights);
  const go = (cell: typeof at) => {
    setAt(cell);
    const right = rights[cell.row];
    if (right) onRight(right.key);
    document.getElementById(`${name}-${cell.row}-${cell.column}`)?.scrollIntoView({ block: "nearest" });
  };
  const toggle = (row: number, column: number) => {
    const role = roles[column];
    const right = rights[row];
    if (role && right && !role.isFixed) onToggle(role, right.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== room.current) return;
    const isFar = event.metaKey || event.ctrlKey;
    const to = moved(at, event.key, isFar, { rows: rights.length, columns: roles.length, page: PAGE });
    if (to) go(to);
    else if (event.key === " ") toggle(at.row, at.column);
    else if (event.key === "Enter") onRole(roles[at.column]?.key ?? "");
    else return;
    event.preventDefault();
  };
  const columns = { "--cols": `minmax(200px,1fr) repeat(${roles.length},104px)` } as CSSProperties;
  let row = -1;
  return (
    <div
      ref={room}
      className="scroll rights grid"
      role="grid"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rights.length > 0 ? `${name}-${at.row}-${at.column}` : undefined}
      onKeyDown={onKeyDown}
      style={columns}
    >
      <div className="gh plain" role="row">
        <div role="columnheader">
          <span className="l">{t`What one may do`}</span>
        </div>
        {roles.map((role) => (
          <div key={role.key} role="columnheader" className={role.key === current ? "mid on" : "mid"}>
            <button type="button" tabIndex={-1} className="rights-heads" onClick={() => onRole(role.key)}>
              <span className="l sorted trunc">{role.label}</span>
              <span className="t11 c3 num">{role.remark}</span>
            </button>
          </div>
        ))}
      </div>
      {groups.map((group) => (
        <Fragment key={group.key}>
          <div className="gr plain group" role="row">
            <div role="rowheader">
              <b>{group.label}</b>
            </div>
            {roles.map((role) => (
              <div key={role.key} role="gridcell" className={`mid t11 c3 num ${role.key === current ? "on" : ""}`}>
                {t`${group.rights.filter(({ key }) => role.grants(key)).length} of ${group.rights.length}`}
              </div>
            ))}
          </div>
          {group.rights.map((right) => {
            row++;
            const here = row;
            return (
              <div key={right.key} className="gr plain" role="row">
                <div role="rowheader">
                  <span className="trunc" title={right.label}>
                    {right.label}
                  </span>
                </div>
                {roles.map((role, column) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid
                  <div
                    key={role.key}
                    id={`${name}-${here}-${column}`}
                    role="gridcell"
                    aria-readonly={role.isFixed}
                    aria-label={`${role.label}, ${right.label}: ${role.grants(right.key) ? t`granted` : t`not granted`}`}
                    className={`mid ${role.key === current ? "on" : ""} ${at.row === here && at.column === column ? "foc" : ""}`}
                    onClick={() => {
                      room.current?.focus();
                      go({ row: here, column });
                      // On a phone the role would cover the matrix: there its head opens it.
                      if (!isPhone) onRole(role.key);
                    }}
                    onDoubleClick={() => toggle(here, column)}
                  >
                    <Icon
                      of={role.grants(right.key) ? Check : Minus}
                      size={14}
                      className={role.grants(right.key) ? "" : "c3"}
                    />
                  </div>
                ))}
              </div>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}
