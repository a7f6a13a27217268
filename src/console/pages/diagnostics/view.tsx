/** The findings of the doctor: problems first, each with what to do; what is well stands last. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useCommands } from "../../commands/command";
import { time } from "../../language/format";
import { diagnosticsQuery, type Finding } from "../../operations/queries";
import { findStream } from "../../operations/stream-finding";
import { connection } from "../../server/live";
import { useStore } from "../../state/store";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/operations.css";

const STATES = ["problem", "warning", "ok"] as const;
const TONES = { problem: "bad", warning: "warn", ok: "good" } as const;

export default function DiagnosticsPage() {
  const { t } = useLingui();
  // Findings are wanted as they are now.
  const { data, error, refetch, isFetching } = useQuery({ ...diagnosticsQuery, staleTime: 0 });
  useCommands([
    { id: "diagnostics.look", label: t`Look again`, icon: RotateCw, keys: ["r"], run: () => void refetch() },
  ]);
  const stream = findStream(useStore(connection));
  const findings = data ? [...data.findings, stream] : [];
  const counted = (state: Finding["state"]) => findings.filter((one) => one.state === state).length;
  const titles = { problem: t`Problems`, warning: t`Warnings`, ok: t`All right` };
  return (
    <PageFrame
      label={t`Diagnostics`}
      title={<AdministrationTrail>{t`Diagnostics`}</AdministrationTrail>}
      actions={
        <Button look="line" icon={RotateCw} keys="r" isDisabled={isFetching} onPress={() => void refetch()}>
          <Trans>Look again</Trans>
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll operations" tabIndex={0} aria-label={t`Diagnostics`}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={10} />}
        {STATES.map((state) => {
          const here = findings.filter((one) => one.state === state);
          return here.length > 0 && <Findings key={state} title={titles[state]} findings={here} />;
        })}
        {data && (
          <div className="finding-bundle">
            <h2 className="w2">
              <Trans>For a report of an error</Trans>
            </h2>
            <p className="c2">
              <Trans>
                On the machine of the server, this writes what whoever repairs it needs to know: no secret, no address
                and nobody's data.
              </Trans>
            </p>
            <code className="command">stoa doctor --bundle report.json</code>
          </div>
        )}
      </section>
      <Foot>
        {STATES.map((state) => counted(state) > 0 && <Tally key={state} state={state} count={counted(state)} />)}
        <span className="sp" />
        {data && (
          <span>
            {[t`Stoa ${data.version}`, data.commit?.slice(0, 8), t`as of ${time(data.checked_at)}`]
              .filter(Boolean)
              .join(" · ")}
          </span>
        )}
        <KeyHint keys={["r"]}>
          <Trans>look again</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

function Tally({ state, count }: { state: Finding["state"]; count: number }) {
  return (
    <span>
      {state === "problem" && <Plural value={count} one="# problem" other="# problems" />}
      {state === "warning" && <Plural value={count} one="# warning" other="# warnings" />}
      {state === "ok" && <Trans>{count} all right</Trans>}
    </span>
  );
}

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  return (
    <section aria-label={title}>
      <h2 className="gsec">
        <b>{title}</b> <span className="n num">{findings.length}</span>
      </h2>
      {/* The doctor's sentences are written in English. */}
      <ul className="findings" lang="en">
        {findings.map(({ check, state, finding, advice }) => (
          <li key={`${check} ${finding}`}>
            <Status tone={TONES[state]} title={title} />
            <span className="c2 finding-check">{check}</span>
            <span>
              {finding}
              {advice && <span className="finding-advice">{advice}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
