/** A migration: its steps, what it holds, and the verb of the step. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, Play, Trash2 } from "lucide-react";
import { fromNow, number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { tryChange } from "../../server/changes";
import { api } from "../../server/client";
import { isWorkedOn, kindsQuery, type Migration, migrationQuery, PACE, type StagedKind } from "../../transfer/queries";
import { Button } from "../../ui/button";
import { download } from "../../ui/export-menu";
import { AskingVerb } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { Progress, Steps } from "../../ui/steps";
import { FieldMappings } from "./fields";
import { keyOf } from "./kind-names";
import { KindPanel } from "./kind-panel";
import { Kinds } from "./kinds";
import { transfer as page } from "./page";
import { Totals } from "./totals";

const sum = (kinds: readonly StagedKind[], count: (kind: StagedKind) => number) =>
  kinds.reduce((total, kind) => total + count(kind), 0);

/** Checks whether a kind has anything to show; types that have their counterpart are none. */
const isShown = ({ create, update, skip, reported }: StagedKind) => create + update + skip + reported > 0;

const wanted = ({ create, update }: StagedKind) => create + update;

/** Shows a migration, and follows it while the server works on it. */
export function MigrationView({ id }: { id: string }) {
  const { step, kind: key } = page.useSearch();
  const {
    data: migration,
    error,
    refetch,
  } = useQuery({
    ...migrationQuery(id),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data) ? PACE : false),
  });
  const isBusy = migration !== undefined && isWorkedOn(migration);
  const { data: kinds = [] } = useQuery({ ...kindsQuery(id), refetchInterval: isBusy ? 2 * PACE : false });
  const kind = kinds.find((one) => keyOf(one) === key);
  if (error) return <Failed error={error} retry={refetch} />;
  if (!migration) return <LoadingRows />;
  const mayChange = migration.status === "parsed" || migration.status === "previewed";
  return (
    <>
      <div className="work">
        <section className="col scroll" aria-label={migration.name}>
          <MigrationSteps migration={migration} kinds={kinds} />
          <Now migration={migration} kinds={kinds} />
          {step === "fields" ? (
            <FieldMappings migration={migration} mayChange={mayChange} />
          ) : (
            kinds.length > 0 && <Kinds migration={migration} kinds={kinds.filter(isShown)} />
          )}
        </section>
        {kind && <KindPanel key={key} migration={id} kind={kind} />}
      </div>
      <Totals
        created={sum(kinds, ({ create }) => create)}
        changed={sum(kinds, ({ update }) => update)}
        same={sum(kinds, ({ skip }) => skip)}
        refused={sum(kinds, ({ reported }) => reported)}
      />
    </>
  );
}

/** Returns the place of the step that is at work. */
function placeOf({ status, applied_at, parsed_at }: Migration): number {
  if (status === "uploaded" || (status === "failed" && parsed_at === null)) return 1;
  if (status === "applying") return 3;
  return applied_at === null ? 2 : 4;
}

function MigrationSteps({ migration, kinds }: { migration: Migration; kinds: readonly StagedKind[] }) {
  const { t } = useLingui();
  const records = sum(kinds, (kind) => wanted(kind) + kind.skip + kind.conflict);
  const left = sum(kinds, ({ reported }) => reported);
  return (
    <Steps
      label={t`Steps`}
      at={placeOf(migration)}
      steps={[
        { name: t`Upload`, remark: migration.name },
        { name: t`Read`, remark: records > 0 && t`${number(records)} records` },
        {
          name: t`Preview`,
          remark: left > 0 ? plural(left, { one: "# is refused", other: "# are refused" }) : t`what becomes of each`,
        },
        { name: t`Write`, remark: t`all of it can be undone` },
        { name: t`Result`, remark: migration.applied_at ? fromNow(migration.applied_at) : t`what was written` },
      ]}
    />
  );
}

type NowProps = { migration: Migration; kinds: readonly StagedKind[] };

/** Shows the work of the server, or the verbs of the next step. */
function Now({ migration, kinds }: NowProps) {
  const { t } = useLingui();
  const go = useGo();
  const setSearch = page.useSetSearch();
  const { step } = page.useSearch();
  const { id, status, error_message } = migration;
  const total = sum(kinds, wanted);
  const done = sum(kinds, ({ applied }) => applied);
  const path = { params: { path: { migration_id: id } } };
  if (status === "uploaded")
    return <Progress title={t`Reading the file`} remark={t`you may leave this page`} done={0} />;
  if (status === "applying")
    return (
      <Progress
        title={t`Writing ${number(done)} of ${number(total)}`}
        remark={t`you may leave this page`}
        done={done}
        total={total}
      />
    );
  const apply = () =>
    tryChange({
      sentence: t`${number(total)} records are being written`,
      send: () => api.POST("/api/v1/migration/{migration_id}/apply", path),
    });
  const remove = async () => {
    const send = () => api.DELETE("/api/v1/migration/{migration_id}", path);
    if (await tryChange({ sentence: t`${migration.name} is deleted; what it has written stays`, send }))
      go({ to: "/admin/transfer", search: {} });
  };
  const canApply = status !== "applied" && migration.parsed_at !== null;
  return (
    <div className="transfer-verbs">
      {error_message && <p className={status === "failed" ? "st bad" : "c2 t12"}>{error_message}</p>}
      <div className="transfer-verbs-row">
        {canApply && (
          <Button look="pri" icon={Play} isDisabled={total === 0} onPress={() => void apply()}>
            {status === "failed" ? <Trans>Try again</Trans> : t`Write ${number(total)}`}
          </Button>
        )}
        {migration.parsed_at !== null && (
          <Button
            look="line"
            onPress={() => setSearch({ step: step === "fields" ? undefined : "fields", kind: undefined })}
          >
            {step === "fields" ? <Trans>Kinds</Trans> : <Trans>Fields</Trans>}
          </Button>
        )}
        {migration.applied_at !== null && (
          <Button look="line" onPress={() => go({ to: "/activity" })}>
            <Trans>Undo in Activity</Trans>
          </Button>
        )}
        {sum(kinds, ({ reported }) => reported) > 0 && (
          <Button icon={Download} onPress={() => download(`/api/v1/migration/${id}/errors.csv`)}>
            <Trans>Refused rows as CSV</Trans>
          </Button>
        )}
        <span className="sp" />
        <AskingVerb
          icon={Trash2}
          verb={t`Delete`}
          question={t`The file and its preview go; what was written stays.`}
          run={remove}
        />
      </div>
    </div>
  );
}
