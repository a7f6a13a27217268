/** The declaration of a setting: one value that is read and replaced under one path. */
import type { z } from "zod";
import type { Actor } from "../../core/access/actor";
import { get, type Operation, patch } from "../../core/api/operation";
import { Ok } from "../../http/schemas";

type Setting<Value, Body> = {
  /** The permission to read it; without one everybody may, as login pages and portals show it. */
  readBy?: "admin.settings" | "admin.mcp";
  /** The permission to update it; without one, users who may administer the settings may. */
  updatedBy?: "admin.mcp";
  answer: z.ZodType<Value>;
  body: z.ZodType<Body>;
  read: () => Value;
  update: (actor: Actor, body: Body) => void;
  /** True when the update answers the new value. */
  answersValue?: true;
};

/**
 * Returns the GET and the PATCH of a setting.
 * @param path below /settings
 * @param summary of the GET; that of the PATCH says "Set" before it
 */
export function setting<Value, Body>(path: string, summary: string, declared: Setting<Value, Body>): Operation[] {
  const { readBy = "public", updatedBy = "admin.settings", answer, body, read, update, answersValue } = declared;
  const updateSummary = `Set ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  const facts = { permission: updatedBy, body, answer: answersValue ? answer : Ok, current: read } as const;
  return [
    get(`/settings/${path}`, summary, { permission: readBy, answer, versioned: true }, () => read() as never),
    patch(`/settings/${path}`, updateSummary, facts, (call) => {
      update(call.actor, call.body);
      return (answersValue ? read() : undefined) as never;
    }),
  ];
}
