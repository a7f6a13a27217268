/** To-dos, as the address filters them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { useMay } from "../../server/session";
import { dueIn } from "../../todos/due";
import { todosQuery } from "../../todos/queries";
import { TodoRows } from "../../todos/todo-rows";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { ExportMenu } from "../../ui/export-menu";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { TodoFilters } from "./filters";
import { filtersOf } from "./listed";
import { NewTodoLine } from "./new-todo-line";
import { todos } from "./page";

export default function TodosPage() {
  const { t } = useLingui();
  const search = todos.useSearch();
  const filters = filtersOf(search);
  const { data, error, refetch } = useQuery({ ...todosQuery(filters), placeholderData: (before) => before });
  const [isMaking, setMaking] = useState(false);
  const mayExport = useMay("inventory.export");
  useCommands([{ id: "todo.new", label: t`New to-do`, icon: Plus, keys: ["n"], run: () => setMaking(true) }]);
  const address = (format: "csv" | "xlsx") =>
    `/api/v1/todos/export?${new URLSearchParams(Object.entries({ ...filters, format }).map(([name, value]) => [name, String(value)]))}`;
  return (
    <PageFrame
      title={<Trans>To-dos</Trans>}
      actions={
        <>
          {mayExport && <ExportMenu address={address} />}
          <Button look="pri" icon={Plus} onPress={() => setMaking(true)}>
            <Trans>To-do</Trans>
          </Button>
        </>
      }
    >
      <TodoFilters items={data?.items ?? []} />
      {isMaking && <NewTodoLine close={() => setMaking(false)} />}
      <div className="scroll todos">
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={10} />}
        {data?.items.length === 0 && !isMaking && <NoTodos make={() => setMaking(true)} />}
        {data && data.items.length > 0 && (
          <TodoRows label={t`To-dos`} todos={data.items} showsPeople={search.made === true || search.all === true} />
        )}
      </div>
      <Foot>
        {data && <Counts items={data.items} total={data.total} />}
        <span className="sp" />
        <KeyHint keys={["x"]}>
          {search.status === "done" ? (
            <Trans>open again</Trans>
          ) : search.status === "scheduled" ? (
            <Trans>open it now</Trans>
          ) : (
            <Trans>done</Trans>
          )}
        </KeyHint>
        <KeyHint keys={["delete"]}>
          <Trans>delete</Trans>
        </KeyHint>
        <KeyHint keys={["d"]}>
          <Trans>due on</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

function NoTodos({ make }: { make: () => void }) {
  const { status, due, card } = todos.useSearch();
  const setSearch = todos.useSetSearch();
  const isFiltered = status !== undefined || due !== undefined || card !== undefined;
  return isFiltered ? (
    <Empty
      title={<Trans>No to-do matches</Trans>}
      actions={
        <Button look="line" onPress={() => setSearch({ status: undefined, due: undefined, card: undefined })}>
          <Trans>Show all open ones</Trans>
        </Button>
      }
    >
      <Trans>The filters above leave nothing over.</Trans>
    </Empty>
  ) : (
    <Empty
      title={<Trans>Nothing to do</Trans>}
      actions={
        <Button look="line" icon={Plus} onPress={make}>
          <Trans>To-do</Trans>
        </Button>
      }
    >
      <Trans>What others ask of you, and what you ask of yourself, stands here until it is done.</Trans>
    </Empty>
  );
}

type CountsProps = { items: readonly { status: string; due_date: string | null }[]; total: number };

function Counts({ items, total }: CountsProps) {
  const late = items.filter(
    ({ status, due_date }) => status !== "done" && due_date !== null && dueIn(due_date).isLate,
  ).length;
  return (
    <>
      <span>
        <Plural value={total} one="# to-do" other="# to-dos" />
      </span>
      {late > 0 && (
        <span>
          <Trans>{number(late)} late</Trans>
        </span>
      )}
      {total > items.length && (
        <span className="c3">
          <Trans>the first {number(items.length)} are shown</Trans>
        </span>
      )}
    </>
  );
}
