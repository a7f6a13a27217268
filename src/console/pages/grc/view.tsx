/** Leads to the register, or to compliance. */
import { Navigate } from "@tanstack/react-router";
import { grc } from "./page";

export default function GrcPage() {
  const { tab } = grc.useSearch();
  return <Navigate to={(tab === "compliance" ? "/compliance" : "/risks") as never} replace />;
}
