/** The form of a new mapping: a table of an instance, and the type of the cards that its rows become. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { labelOf, useTypes } from "../../metamodel/queries";
import { createMapping } from "../../servicenow/changes";
import { type Connection, tablesQuery } from "../../servicenow/queries";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Form } from "../../ui/form";
import { TypeIcon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { TypeAhead } from "../../ui/type-ahead";

type NewMappingProps = {
  connections: readonly Connection[];
  isOpen: boolean;
  open: (isOpen: boolean) => void;
  onCreated: (id: string) => void;
};

/** Shows the button and its form. */
export function NewMapping({ connections, isOpen, open, onCreated }: NewMappingProps) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New mapping`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus} keys="n">
          <Trans>Mapping</Trans>
        </Button>
      }
    >
      {(close) => (
        <MappingForm
          connections={connections}
          onCreated={(id) => {
            close();
            onCreated(id);
          }}
        />
      )}
    </Popup>
  );
}

function MappingForm({ connections, onCreated }: Pick<NewMappingProps, "connections" | "onCreated">) {
  const { t } = useLingui();
  const types = useTypes();
  const [connection, setConnection] = useState(connections[0]?.id ?? "");
  const [type, setType] = useState("ITComponent");
  const [table, setTable] = useState("");
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data: tables = [], error } = useQuery({ ...tablesQuery(connection, wanted), enabled: connection !== "" });
  const found = tables.flatMap((row) =>
    typeof row["name"] === "string" ? [{ name: row["name"], label: row["label"] }] : [],
  );
  // A table that the instance doesn't list can be named all the same.
  const suggestions = [
    ...found.map(({ name, label }) => ({ id: name, label: name, remark: typeof label === "string" ? label : "" })),
    ...(wanted !== "" && found.every(({ name }) => name !== wanted) ? [{ id: wanted, label: wanted }] : []),
  ];
  return (
    <Form
      className="popup-form servicenow-form"
      onSubmit={async (event) => {
        event.preventDefault();
        const id = await createMapping(connection, type, table);
        if (id) onCreated(id);
      }}
    >
      {connections.length > 1 && (
        <Choice
          label={t`Connection`}
          inForm
          value={connection}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setConnection}
        />
      )}
      <TypeAhead
        label={t`Table`}
        inForm
        placeholder={t`Type a part of its name`}
        empty={error ? t`The instance doesn't answer` : t`No table of this name`}
        suggestions={suggestions}
        onType={setText}
        onChoose={setTable}
      />
      {table !== "" && <p className="w2">{table}</p>}
      <Choice
        label={t`Becomes cards of`}
        inForm
        value={type}
        options={[...types.values()].map((one) => ({
          value: one.key,
          label: labelOf(one),
          sign: <TypeIcon type={one} />,
        }))}
        onChange={setType}
      />
      <Button look="pri" type="submit" isDisabled={table === ""}>
        <Trans>Map it</Trans>
      </Button>
    </Form>
  );
}
