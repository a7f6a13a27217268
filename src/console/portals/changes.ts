/** Changes of portals, each saved at once. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { api } from "../server/client";
import { type Portal, portalsQuery } from "./queries";

export type PortalChanges = Partial<
  Pick<Portal, "name" | "slug" | "description" | "card_type" | "filters" | "card_config" | "is_published">
>;

const patch = (portal_id: string, body: PortalChanges) =>
  api.PATCH("/api/v1/web-portals/{portal_id}", { params: { path: { portal_id } }, body: body as never });

const remove = (portal_id: string) =>
  api.DELETE("/api/v1/web-portals/{portal_id}", { params: { path: { portal_id } } });

/** Changes a portal. @param sentence of what has happened */
export function updatePortal(portal: Portal, changes: PortalChanges, sentence: string): Promise<boolean> {
  const former: PortalChanges = Object.fromEntries(
    Object.keys(changes).map((key) => [key, portal[key as keyof PortalChanges]]),
  );
  return tryChange({
    sentence,
    show: [shown(portalsQuery, (list) => list.map((one) => (one.id === portal.id ? { ...one, ...changes } : one)))],
    send: () => patch(portal.id, changes),
    inverse: () => patch(portal.id, former),
  });
}

/** Returns the address that a name becomes: small letters and digits, with hyphens between the words. */
export const slugFor = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", "-")
    .slice(0, 200);

/** Creates a portal, which nobody sees until it is published. @returns its id; undefined when it was refused */
export async function createPortal(name: string, slug: string, card_type: string): Promise<string | undefined> {
  let id: string | undefined;
  await tryChange({
    sentence: t`The portal ${name} is made`,
    show: [shown(portalsQuery, (list) => list)],
    send: async () => {
      const reply = await api.POST("/api/v1/web-portals", { body: { name, slug, card_type } as never });
      id = reply.data?.id;
      return reply;
    },
    inverse: () => remove(id ?? ""),
  });
  return id;
}

/** Deletes a portal; undoing it makes it again. */
export function deletePortal(portal: Portal): Promise<boolean> {
  const { id, name, slug, description, card_type, filters, display_fields, card_config, is_published } = portal;
  return tryChange({
    sentence: t`The portal ${name} is deleted`,
    show: [shown(portalsQuery, (list) => list.filter((one) => one.id !== id))],
    send: () => remove(id),
    inverse: () =>
      api.POST("/api/v1/web-portals", {
        body: { name, slug, description, card_type, filters, display_fields, card_config, is_published } as never,
      }),
  });
}
