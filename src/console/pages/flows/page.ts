/** Flows and assessments of all processes, and the applications that their elements run on, each as a list. */
import { msg } from "@lingui/core/macro";
import { Workflow } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient } from "../../reports/search";

const Search = z.object({
  /** The list that is shown; the flows without it. */
  of: lenient(z.enum(["applications", "assessments"])),
  /** The state of the flows that are listed; of any without it. */
  state: lenient(z.enum(["published", "draft", "pending", "none"])),
  /** A part of the names of processes. */
  text: lenient(z.string()),
  /** The name of what the list is sorted by; a minus before it turns the order around. */
  sort: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/bpm/flows": z.input<typeof Search>;
  }
}

export const flows = page({
  address: "/bpm/flows",
  search: Search,
  title: msg`Flows and assessments`,
  handbook: "processes",
  icon: Workflow,
  rail: "processes",
  right: "bpm.view",
  switchedBy: "bpm_enabled",
  help: msg`Which processes have a flow, what waits for approval, what their steps run on, and how they were assessed`,
  view: () => import("./view"),
});
