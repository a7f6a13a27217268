/** Roles: the rights of each as a matrix in plain words, in the workspace or on the cards of a type. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { number } from "../../language/format";
import { labelOf, typesQuery } from "../../metamodel/queries";
import { grants, permissionsQuery, rolesQuery } from "../../roles/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Menu } from "../../ui/menu";
import { NamePopup } from "../../ui/name-form";
import { Segments } from "../../ui/segments";
import { Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import { createRole, restoreRole, toggleCardRight, toggleRight } from "./changes";
import { Matrix, type RightGroup } from "./matrix";
import { roles as page } from "./page";
import { archivedRolesQuery, cardRightsQuery, stakeholderRolesQuery } from "./queries";
import { RolePanel } from "./role";

export default function RolesPage() {
  const { t } = useLingui();
  const { type } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data: types = [] } = useQuery(typesQuery);
  const { data: roles = [] } = useQuery(rolesQuery);
  const form = (
    <Segments
      label={t`Roles`}
      value={type ? "cards" : "workspace"}
      options={[
        { value: "workspace", label: t`In the workspace` },
        { value: "cards", label: t`On cards` },
      ]}
      onChange={(to) =>
        setSearch({ type: to === "cards" ? (types[0]?.key ?? "Application") : undefined, role: undefined })
      }
    />
  );
  return (
    <PageFrame
      label={t`Roles`}
      title={<AdministrationTrail>{t`Roles`}</AdministrationTrail>}
      actions={
        <>
          {form}
          {!type && (
            <NamePopup
              label={t`New role`}
              trigger={
                <Button look="pri" icon={Plus}>
                  <Trans>Role</Trans>
                </Button>
              }
              field={t`Name of the new role`}
              verb={t`Create`}
              make={(name) =>
                createRole(
                  name,
                  roles.find(({ is_default }) => is_default),
                )
              }
            />
          )}
        </>
      }
    >
      {type ? <OnCards type={type} /> : <InWorkspace />}
    </PageFrame>
  );
}

/** Shows the roles in the workspace. */
function InWorkspace() {
  const { t } = useLingui();
  const { role: current, versus } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [right, setRight] = useState<string>();
  const { data: roles, error, refetch } = useQuery(rolesQuery);
  const { data: schema } = useQuery(permissionsQuery);
  if (error) return <Failed error={error} retry={refetch} />;
  if (!roles || !schema) return <LoadingRows rows={16} />;
  const all: RightGroup[] = Object.entries(schema).map(([key, { label, permissions }]) => ({
    key,
    label,
    rights: Object.entries(permissions).map(([one, words]) => ({ key: one, label: words })),
  }));
  const opened = roles.find(({ key }) => key === current);
  const other = roles.find(({ key }) => key === versus);
  const groups =
    opened && other
      ? all
          .map((group) => ({
            ...group,
            rights: group.rights.filter(({ key }) => grants(opened, key) !== grants(other, key)),
          }))
          .filter(({ rights }) => rights.length > 0)
      : all;
  const rights = all.flatMap((group) => group.rights);
  const labelOfRight = (key: string) => rights.find((one) => one.key === key)?.label ?? key;
  return (
    <>
      <div className="chips">
        <Choice
          label={t`Show`}
          value={opened && versus ? versus : ""}
          options={[
            { value: "", label: t`All rights` },
            ...roles
              .filter(({ key }) => opened && key !== opened.key)
              .map(({ key, label }) => ({ value: key, label: t`Where ${opened?.label ?? ""} differs from ${label}` })),
          ]}
          onChange={(key) => setSearch({ versus: key || undefined })}
        />
        <span className="sp" />
        <span className="c3 t12 num">
          {t`${rights.length} rights in ${all.length} groups`} · {t`${roles.length} roles`}
        </span>
        <ArchivedRoles />
      </div>
      <div className="work">
        <section className="col" aria-label={t`Rights`}>
          <Matrix
            label={t`Rights of the roles`}
            groups={groups}
            roles={roles.map((role) => ({
              key: role.key,
              label: role.label,
              remark:
                role.user_count === 0 ? t`nobody` : plural(role.user_count, { one: "# person", other: "# people" }),
              grants: (key) => grants(role, key),
              isFixed: role.key === "admin",
            }))}
            current={current}
            onRole={(key) => setSearch({ role: key }, { replace: true })}
            onRight={setRight}
            onToggle={({ key }, wanted) => {
              const role = roles.find((one) => one.key === key);
              if (role) void toggleRight(role, wanted, labelOfRight(wanted));
            }}
          />
        </section>
        {opened && (
          <RolePanel
            key={opened.key}
            role={opened}
            groups={all}
            right={rights.find(({ key }) => key === right)}
            close={() => setSearch({ role: undefined, versus: undefined }, { replace: true })}
          />
        )}
      </div>
      <MatrixFoot count={rights.length} />
    </>
  );
}

/** Shows the roles that are archived, if there are any; a press on one restores it. */
function ArchivedRoles() {
  const { t } = useLingui();
  const { data: archived = [] } = useQuery(archivedRolesQuery);
  if (archived.length === 0) return null;
  return (
    <Menu
      label={t`Archived roles`}
      trigger={<Button>{t`${number(archived.length)} archived`}</Button>}
      entries={archived.map((role) => {
        const { key, label } = role;
        return { id: key, label: t`Restore ${label}`, run: () => restoreRole(role) };
      })}
    />
  );
}

/** Shows the roles on the cards of a type. */
function OnCards({ type }: { type: string }) {
  const { t } = useLingui();
  const { role: current } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data: types = [] } = useQuery(typesQuery);
  const { data: roles, error, refetch } = useQuery(stakeholderRolesQuery(type));
  const { data: schema } = useQuery(cardRightsQuery);
  if (error) return <Failed error={error} retry={refetch} />;
  const rights = Object.entries(schema ?? {}).map(([key, label]) => ({ key, label }));
  return (
    <>
      <div className="chips">
        <Choice
          label={t`Type of cards`}
          value={type}
          options={types.map((one) => ({ value: one.key, label: labelOf(one) }))}
          onChange={(key) => setSearch({ type: key, role: undefined })}
        />
      </div>
      {!roles || !schema ? (
        <LoadingRows />
      ) : (
        <section className="col" aria-label={t`Rights`}>
          <Matrix
            label={t`Rights of the roles on cards`}
            groups={[{ key: "cards", label: t`On one's own cards`, rights }]}
            roles={roles.map((role) => ({
              key: role.key,
              label: labelOf({ label: role.label, translations: role.translations }),
              remark: role.key,
              grants: (key) => role.permissions[key] === true,
            }))}
            current={current}
            onRole={(key) => setSearch({ role: key }, { replace: true })}
            onRight={() => undefined}
            onToggle={({ key }, wanted) => {
              const role = roles.find((one) => one.key === key);
              if (role) void toggleCardRight(role, wanted, schema[wanted] ?? wanted);
            }}
          />
        </section>
      )}
      <MatrixFoot count={rights.length} />
    </>
  );
}

function MatrixFoot({ count }: { count: number }) {
  return (
    <Foot>
      <span>
        <b>{count}</b> <Trans>rights</Trans>
      </span>
      <span className="sp" />
      <KeyHint keys={["arrowup", "arrowdown", "arrowleft", "arrowright"]}>
        <Trans>move</Trans>
      </KeyHint>
      <KeyHint keys={["space"]}>
        <Trans>grant or take</Trans>
      </KeyHint>
      <KeyHint keys={["z"]}>
        <Trans>undo</Trans>
      </KeyHint>
    </Foot>
  );
}
