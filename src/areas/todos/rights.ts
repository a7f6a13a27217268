/** The rules of who may do what with todos. */
import type { Actor } from "../../core/access/actor";
import { grants } from "../../core/access/permissions";
import type { TodoRow } from "./rows";

/** Checks whether the actor may see and change everybody's todos. No role can be given this; only the wildcard holds it. */
export const managesTodos = (actor: Actor): boolean => grants(actor.permissions, "admin.todos");

/** Checks whether the actor may change a todo: who it is assigned to, who created it, and administrators may. */
export const mayChange = (actor: Actor, { assigned_to, created_by }: Pick<TodoRow, "assigned_to" | "created_by">) =>
  assigned_to === actor.userId || created_by === actor.userId || managesTodos(actor);
