/** The people with their parts in cards, as a list; one of them next to it, part by part. */

import { t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useCommands } from "../../commands/command";
import { toText } from "../../grid/clipboard";
import { type Column, sortingOf, sortingText } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { useToggled } from "../../state/asked";
import { useIsPhone } from "../../state/media";
import { Avatar } from "../../ui/avatar";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Choice } from "../../ui/choice";
import { ExportMenu } from "../../ui/export-menu";
import { SearchLine } from "../../ui/search-line";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import { type Directory, directoryQuery, type Holder, holdersOf, ordered, rolesOf } from "./directory";
import { HolderPanel } from "./holder-panel";
import { stakeholders as page } from "./page";

const USUAL_SORT = "-cards";
const ALL = "";

export default function StakeholdersPage() {
  const { t: here } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const isPhone = useIsPhone();
  const { data, error, refetch } = useQuery(directoryQuery);
  const sorting = sortingOf(search.sort ?? USUAL_SORT);
  const holders = ordered(data ? holdersOf(data, search) : [], sorting);
  const opened = holders.find(({ id }) => id === search.person);
  const columns = holderColumns(isPhone || opened !== undefined);
  const open = (person?: string) => setSearch({ person }, { replace: true });
  const toggle = useToggled(search.person, open);
  return (
    <PageFrame
      label={here`Who has which part`}
      title={<AdministrationTrail>{here`Who has which part`}</AdministrationTrail>}
      actions={<ExportMenu address={(format) => `/api/v1/reports/stakeholder-directory?format=${format}`} />}
    >
      <Narrowing directory={data} />
      <div className="work">
        <section className="col" aria-label={here`People`}>
          <div className="grid-room">
            {error && !data ? (
              <Failed error={error} retry={refetch} />
            ) : !data ? (
              <LoadingRows rows={14} />
            ) : holders.length === 0 ? (
              <Nobody isNarrowed={data.card_types.length > 0} />
            ) : (
              <Grid
                label={here`People`}
                columns={columns}
                total={holders.length}
                rowAt={(at) => holders[at]}
                idOf={({ id }) => id}
                current={search.person}
                sorting={sorting}
                onSort={(next) => {
                  const text = sortingText(next);
                  setSearch({ sort: text === USUAL_SORT ? undefined : text }, { replace: true });
                }}
                peeksOnPress
                onPeek={({ id }) => toggle(id)}
                onOpen={({ id }) => go({ to: "/inventory", search: { filter: `stakeholder:${id}` } })}
                onCopy={({ top, bottom, left, right }) =>
                  toText(
                    holders
                      .slice(top, bottom + 1)
                      .map((row) => columns.slice(left, right + 1).map(({ text }) => text?.(row) ?? "")),
                  )
                }
              />
            )}
          </div>
        </section>
        {opened && <HolderPanel key={opened.id} holder={opened} close={() => open()} />}
      </div>
      <Foot>
        <span>
          <b>{number(holders.length)}</b> <Plural value={holders.length} one="person" other="people" />
        </span>
        <span className="sp" />
        <span className="desk-only">
          <KeyHint keys={["space"]}>
            <Trans>parts</Trans>
          </KeyHint>
          <KeyHint keys={["enter"]}>
            <Trans>open the cards</Trans>
          </KeyHint>
          <KeyHint keys={["/"]}>
            <Trans>find</Trans>
          </KeyHint>
        </span>
      </Foot>
    </PageFrame>
  );
}

/** Shows what the list is narrowed to: a part of a name, a type of cards, a role. */
function Narrowing({ directory }: { directory: Directory | undefined }) {
  const { t } = useLingui();
  const { name = "", type = ALL, role = ALL } = page.useSearch();
  const setSearch = page.useSetSearch();
  const field = useRef<HTMLInputElement>(null);
  const types = useTypes();
  useCommands([
    { id: "stakeholders.find", label: t`Find a person`, keys: ["/"], quiet: true, run: () => field.current?.focus() },
  ]);
  const all = directory?.card_types ?? [];
  const roles = new Map(
    all
      .filter(({ type_key: key }) => type === ALL || key === type)
      .flatMap((one) => one.roles.map((each) => [each.role_key, labelOfRole(each)] as const)),
  );
  return (
    <div className="chips">
      <SearchLine
        ref={field}
        className="inp line"
        width={180}
        label={t`Find a person`}
        value={name}
        onChange={(next) => setSearch({ name: next || undefined }, { replace: true })}
      />
      <Choice
        label={t`Type`}
        width={168}
        value={type}
        options={[
          { value: ALL, label: t`All types` },
          ...all.map(({ type_key: value, type_label: label }) => ({
            value,
            label: labelOf(types.get(value) ?? { label }),
          })),
        ]}
        onChange={(next) => setSearch({ type: next || undefined, role: undefined })}
      />
      <Choice
        label={t`Role`}
        width={168}
        value={roles.has(role) ? role : ALL}
        options={[{ value: ALL, label: t`All roles` }, ...[...roles].map(([value, label]) => ({ value, label }))]}
        onChange={(next) => setSearch({ role: next || undefined })}
      />
    </div>
  );
}

/** Returns the name of a role in the language of the page. */
const labelOfRole = ({ role_label: label, role_translations: translations }: RoleNames): string =>
  labelOf({ label, translations: translations as Record<string, string> });
type RoleNames = { role_label: string; role_translations: unknown };

/** Returns the roles of a person in words, as in "Responsible 12, Observer 3". */
const rolesInWords = (holder: Holder): string =>
  rolesOf(holder)
    .map(({ label, translations, count }) =>
      [labelOfRole({ role_label: label, role_translations: translations }), number(count)].join(" "),
    )
    .join(", ");

/** Returns the columns. @param isNarrow where there is room for few */
function holderColumns(isNarrow: boolean): Column<Holder>[] {
  const figure = (key: "types" | "cards", label: string): Column<Holder> => ({
    key,
    label,
    width: 88,
    isFigure: true,
    sort: key,
    cell: (row) => number(row[key]),
    text: (row) => String(row[key]),
  });
  const name: Column<Holder> = {
    key: "name",
    label: t`Person`,
    sort: "name",
    className: "nm",
    cell: ({ name: one }) => (
      <>
        <Avatar name={one} />
        <span className="trunc">{one}</span>
      </>
    ),
    text: ({ name: one }) => one,
  };
  const email: Column<Holder> = {
    key: "email",
    label: t`Mail`,
    width: 256,
    sort: "email",
    cell: ({ email: one }) => <span className="trunc c2">{one}</span>,
    text: ({ email: one }) => one,
  };
  const roles: Column<Holder> = {
    key: "roles",
    label: t`Roles`,
    width: 380,
    cell: (row) => (
      <span className="trunc num" title={rolesInWords(row)}>
        {rolesInWords(row)}
      </span>
    ),
    text: rolesInWords,
  };
  if (isNarrow) return [name, figure("cards", t`Cards`)];
  return [name, email, roles, figure("types", t`Types`), figure("cards", t`Cards`)];
}

function Nobody({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <Empty title={<Trans>Nobody is like that</Trans>}>
      <Trans>Take away a filter, or look for another name.</Trans>
    </Empty>
  ) : (
    <Empty title={<Trans>Nobody has a part in a card yet</Trans>}>
      <Trans>People get parts, such as being responsible, on the page of a card or in the inventory.</Trans>
    </Empty>
  );
}
