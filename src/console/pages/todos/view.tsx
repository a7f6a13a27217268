/** My to-dos, open or done. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { dueIn } from "../../todos/due";
import { myTodosQuery } from "../../todos/queries";
import { TodoRows } from "../../todos/todo-rows";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { todos as page } from "./page";

export default function TodosPage() {
  const { t } = useLingui();
  const { status = "open" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery(myTodosQuery(status));
  const late = data?.filter(({ due_date }) => due_date !== null && dueIn(due_date).isLate).length ?? 0;
  const choice = (
    <Segments
      label={t`Which to-dos`}
      value={status}
      options={[
        { value: "open", label: t`Open` },
        { value: "done", label: t`Done` },
      ]}
      onChange={(value) => setSearch({ status: value === "open" ? undefined : value }, { replace: true })}
    />
  );
  return (
    <PageFrame title={<Trans>To-dos</Trans>} actions={choice}>
      <div className="scroll grow">
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={10} />}
        {data?.length === 0 && (
          <Empty title={status === "open" ? <Trans>Nothing is left to do</Trans> : <Trans>Nothing is done yet</Trans>}>
            <Trans>Tasks are made on cards, and by risks and decisions.</Trans>
          </Empty>
        )}
        {data && data.length > 0 && <TodoRows label={t`To-dos`} todos={data} />}
      </div>
      <Foot>
        {data && <Plural value={data.length} one="# task" other="# tasks" />}
        {status === "open" && late > 0 && (
          <span>
            <Plural value={late} one="# is late" other="# are late" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["x"]}>
          <Trans>done</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}
