/** Offers for sections that are not written yet, from the landscape: one press takes them over. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { peopleQuery, relationsQuery } from "../../cards/queries";
import { placeInStatement } from "../../decisions/changes";
import type { Statement } from "../../decisions/queries";
import { useTypes } from "../../metamodel/queries";
import { createSaver } from "../../rich-text/saver";
import { useMay } from "../../server/session";
import { TypeIcon } from "../../ui/icon";

const OBJECTIVE = "Objective";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const listOf = (lines: readonly string[]) => `<ul>${lines.map((line) => `<li><p>${line}</p></li>`).join("")}</ul>`;

type OfferProps = { statement: Statement; section: string; heading: string; write: () => void };

/** Shows what is offered for a section of a statement with an initiative; nothing where the landscape knows nothing. */
export function Offer(props: OfferProps) {
  const { initiative_id: id } = props.statement;
  if (!id) return <Unwritten {...props} />;
  if (props.section === "2.2") return <Objectives {...props} initiative={id} />;
  if (props.section === "3.1") return <Roles {...props} initiative={id} />;
  return <Unwritten {...props} />;
}

function Unwritten({ write }: Pick<OfferProps, "write">) {
  return (
    <p className="unwritten">
      <span className="ring2" />
      <Trans>Nothing here yet.</Trans>{" "}
      <button type="button" className="lk" onClick={write}>
        <Trans>Write</Trans>
      </button>
    </p>
  );
}

function TakeOver({ statement, section, heading, html }: Omit<OfferProps, "write"> & { html: string }) {
  const take = async () => {
    const saver = createSaver(placeInStatement(statement, section, heading), null);
    saver.write(html);
    await saver.end();
  };
  return (
    <button type="button" className="lk t12" onClick={() => void take()}>
      <Trans>Take it over</Trans>
    </button>
  );
}

function Objectives(props: OfferProps & { initiative: string }) {
  const types = useTypes();
  const { data = [] } = useQuery({ ...relationsQuery(props.initiative), enabled: useMay("relations.view") });
  const objectives = data
    .map(({ source, target }) => (source?.id === props.initiative ? target : source))
    .filter((end) => end?.type === OBJECTIVE);
  if (objectives.length === 0) return <Unwritten {...props} />;
  return (
    <div className="offer">
      <p className="unwritten">
        <span className="ring2" />
        <Plural
          value={objectives.length}
          one="The initiative supports one objective."
          other="The initiative supports # objectives."
        />
        <button type="button" className="lk" onClick={props.write}>
          <Trans>Write</Trans>
        </button>
      </p>
      {objectives.map((one) => (
        <div key={one?.id} className="rel">
          <TypeIcon type={types.get(OBJECTIVE)} />
          <span className="trunc">{one?.name}</span>
        </div>
      ))}
      <TakeOver
        {...props}
        html={listOf(objectives.map((one) => `<a href="/cards/${one?.id}">${escaped(one?.name ?? "")}</a>`))}
      />
    </div>
  );
}

function Roles(props: OfferProps & { initiative: string }) {
  const { t } = useLingui();
  const types = useTypes();
  const { data: people = [] } = useQuery({ ...peopleQuery(props.initiative), enabled: useMay("stakeholders.view") });
  const roles = [...types.values()].flatMap(({ stakeholder_roles }) => stakeholder_roles);
  const lines = people
    .filter(({ role }) => role !== "observer")
    .map(({ role, role_label, user_display_name }) => {
      const label = role_label ?? roles.find(({ key }) => key === role)?.label ?? role;
      return t`${label}: ${user_display_name ?? "?"}`;
    });
  if (lines.length === 0) return <Unwritten {...props} />;
  return (
    <div className="offer">
      <p className="unwritten">
        <span className="ring2" />
        <Trans>People have parts in the initiative.</Trans>
        <button type="button" className="lk" onClick={props.write}>
          <Trans>Write</Trans>
        </button>
      </p>
      {lines.map((line) => (
        <p key={line} className="c2">
          {line}
        </p>
      ))}
      <TakeOver {...props} html={listOf(lines.map(escaped))} />
    </div>
  );
}
