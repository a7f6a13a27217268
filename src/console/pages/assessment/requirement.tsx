/** The first step: what is required, which objectives it serves and which capabilities it is about. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import type { PickedCard } from "../../analysis/sessions";
import { labelOf, useTypes } from "../../metamodel/queries";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";
import { IconButton } from "../../ui/button";
import { Field } from "../../ui/field";
import { TypeIcon } from "../../ui/icon";
import { TypeAhead } from "../../ui/type-ahead";
import type { StepProps } from "./step-props";

const objectivesQuery = (search: string) =>
  query(["analysis", "objectives", search], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/turbolens/architect/objectives", { signal, params: { query: { search } } })),
  );
const capabilitiesQuery = (search: string) =>
  query(["analysis", "capabilities", search], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/turbolens/architect/capabilities", { signal, params: { query: { search } } })),
  );
const dependenciesQuery = (ids: readonly string[]) =>
  query(["analysis", "dependencies", ids], ["card.", "relation."], ({ signal }) =>
    answered(
      api.GET("/api/v1/turbolens/architect/objective-dependencies", {
        signal,
        params: { query: { objective_ids: ids.join(",") } },
      }),
    ),
  );

export function RequirementStep({ session, mayWrite, change }: StepProps) {
  const { t } = useLingui();
  const [text, setText] = useState(session.requirement ?? "");
  const objectives = session.objectives ?? [];
  const capabilities = session.capabilities ?? [];
  const [objective, setObjective] = useState("");
  const [capability, setCapability] = useState("");
  const { data: foundObjectives = [] } = useQuery({ ...objectivesQuery(objective), enabled: mayWrite });
  const { data: foundCapabilities = [] } = useQuery({ ...capabilitiesQuery(capability), enabled: mayWrite });
  const lacksName = capability.trim() !== "" && !foundCapabilities.some(({ name }) => name === capability.trim());
  return (
    <div className="assessment-step">
      <Field
        label={t`What is required?`}
        lines={6}
        value={text}
        isReadOnly={!mayWrite}
        placeholder={t`What has to be possible, for whom, and why`}
        onChange={setText}
        onBlur={() => text !== (session.requirement ?? "") && change({ requirement: text })}
      />
      <Picked
        label={t`Objectives that it serves`}
        type="Objective"
        mayWrite={mayWrite}
        picked={objectives}
        found={foundObjectives}
        onType={setObjective}
        onChange={(next) => change({ objectives: next })}
      />
      {objectives.length > 0 && <Surroundings ids={objectives.map(({ id }) => id)} />}
      <Picked
        label={t`Capabilities that it is about`}
        type="BusinessCapability"
        mayWrite={mayWrite}
        picked={capabilities}
        found={[
          ...foundCapabilities,
          ...(lacksName ? [{ id: `new_${capability.trim()}`, name: capability.trim(), isNew: true }] : []),
        ]}
        onType={setCapability}
        onChange={(next) => change({ capabilities: next })}
      />
    </div>
  );
}

type PickedProps = {
  label: string;
  type: string;
  mayWrite: boolean;
  picked: readonly PickedCard[];
  found: readonly PickedCard[];
  onType: (text: string) => void;
  onChange: (picked: PickedCard[]) => void;
};

/** Shows what was picked, and a field that finds more. */
function Picked({ label, type, mayWrite, picked, found, onType, onChange }: PickedProps) {
  const { t } = useLingui();
  const types = useTypes();
  const open = found.filter(({ id }) => picked.every((one) => one.id !== id));
  return (
    <div>
      {mayWrite ? (
        <TypeAhead
          label={label}
          inForm
          placeholder={t`Type a name`}
          empty={t`Nothing of this name`}
          suggestions={open.map(({ id, name, isNew }) => ({
            id,
            label: name,
            sign: <TypeIcon type={types.get(type)} />,
            ...(isNew && { remark: t`new` }),
          }))}
          onType={onType}
          onChoose={(id) => {
            const one = open.find((other) => other.id === id);
            if (one) onChange([...picked, { id, name: one.name, ...(one.isNew && { isNew: true }) }]);
          }}
        />
      ) : (
        <p className="c3 t12">{label}</p>
      )}
      <ul className="assessment-picked" aria-label={label}>
        {picked.map(({ id, name, isNew }) => (
          <li key={id}>
            <TypeIcon type={types.get(type)} />
            {name}
            {isNew && <span className="c3 t11">{t`new`}</span>}
            {mayWrite && (
              <IconButton
                icon={X}
                size={14}
                label={t`Take ${name} away`}
                onPress={() => onChange(picked.filter((one) => one.id !== id))}
              />
            )}
          </li>
        ))}
        {picked.length === 0 && !mayWrite && <li className="c3">–</li>}
      </ul>
    </div>
  );
}

/** Shows what hangs on the objectives, counted by type. */
function Surroundings({ ids }: { ids: readonly string[] }) {
  const types = useTypes();
  const { data } = useQuery(dependenciesQuery(ids));
  const around = data?.nodes.filter(({ id }) => !ids.includes(id)) ?? [];
  if (around.length === 0) return null;
  const byType = [...Map.groupBy(around, ({ type }) => type)];
  return (
    <p className="c2 t12">
      <Trans>
        <Plural value={around.length} one="# card hangs on them" other="# cards hang on them" />:{" "}
      </Trans>
      {byType.map(([type, some]) => `${labelOf(types.get(type) ?? { label: type })} ${some.length}`).join(", ")}
    </p>
  );
}
