/** The name of work, as people read it. */
import { useLingui } from "@lingui/react/macro";
import { kindNames } from "./names";

/** Gives the name of a kind of run, or of an operation by its method and path. */
export function useWorkName(): (operation: string, kind?: string) => string {
  const { i18n } = useLingui();
  return (operation, kind = operation) => {
    const name = kindNames[kind];
    return name ? i18n._(name) : operation.replace("/api/v1", "");
  };
}
