/** The form for a new task, package or milestone. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createItem, createTask } from "../../../projects/plan-changes";
import { lastPlace } from "../../../projects/plan-order";
import { type PlanItem, planQuery } from "../../../projects/queries";
import { cache } from "../../../server/queries";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { Form } from "../../../ui/form";
import { Popup } from "../../../ui/popup";
import { Segments } from "../../../ui/segments";

type Kind = "task" | "package" | "milestone";

type AddProps = {
  initiative: string;
  /** The package that it is added to; the top without one. */
  within: PlanItem | undefined;
  first: Kind;
  isOpen: boolean;
  open: (isOpen: boolean) => void;
};

/** Shows the button, and the form that it opens. */
export function AddWork(props: AddProps) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New work`}
      isOpen={props.isOpen}
      onOpenChange={props.open}
      trigger={
        <Button look="line" icon={Plus} keys="n" className="sm" writes>
          <Trans>Task</Trans>
        </Button>
      }
    >
      {(close) => <AddForm {...props} close={close} />}
    </Popup>
  );
}

function AddForm({ initiative, within, first, close }: AddProps & { close: () => void }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>(first);
  const [title, setTitle] = useState("");
  const [end, setEnd] = useState("");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const named = title.trim();
    if (named === "") return;
    const place = within?.id ?? null;
    const plan = cache.getQueryData(planQuery(initiative).queryKey);
    const sort_order = plan ? lastPlace(plan, kind === "task" ? "task" : "wbs", within?.id) : 0;
    const made =
      kind === "task"
        ? createTask(initiative, { title: named, wbs_id: place, sort_order, due_date: end || null })
        : createItem(initiative, {
            title: named,
            parent_id: place,
            sort_order,
            is_milestone: kind === "milestone",
            end_date: end || null,
          });
    if ((await made) === undefined) return;
    // The next one of a list is typed at once.
    setTitle("");
  };
  return (
    <Form className="popup-form" onSubmit={(event) => void add(event)}>
      <Segments
        label={t`Kind of work`}
        value={kind}
        options={[
          { value: "task", label: t`Task` },
          { value: "package", label: t`Package` },
          { value: "milestone", label: t`Milestone` },
        ]}
        onChange={setKind}
      />
      <Field label={t`What is to be done`} value={title} onChange={setTitle} autoFocus />
      <Field label={kind === "task" ? t`Due` : t`Until`} type="date" value={end} onChange={setEnd} />
      <p className="c3 t12">{within ? t`In ${within.title}` : t`At the top of the plan`}</p>
      <div className="popup-verbs">
        <Button onPress={close}>
          <Trans>Close</Trans>
        </Button>
        <Button look="pri" type="submit" isDisabled={title.trim() === ""}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </Form>
  );
}
