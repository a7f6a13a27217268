/** The rows of a subject of the settings: a name, and its value at the right. */
import { type ReactNode, useId } from "react";
import { EditedLine } from "../../ui/edited-line";

/** Shows a setting; the search finds it by its name. */
export function SettingRow({ name, remark, children }: { name: string; remark?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className="kv" data-setting={name}>
      <span id={id}>{name}</span>
      <span>
        {children}
        {remark && <span className="c3 t12">{remark}</span>}
      </span>
    </div>
  );
}

type LineProps = {
  name: string;
  value: string;
  save: (value: string) => unknown;
  width?: number;
  placeholder?: string;
  type?: string;
};

/** Shows a line of text, saved when it is left. */
export function Line({ name, value, save, width = 240, placeholder, type }: LineProps) {
  return <EditedLine label={name} value={value} save={save} style={{ width }} placeholder={placeholder} type={type} />;
}
