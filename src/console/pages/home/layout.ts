/** The arrangement of home: which parts it shows, in which order, and the saved reports on it. */
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { shown, tryChange } from "../../server/changes";
import { api, type Schemas } from "../../server/client";
import { homeLayoutQuery } from "./queries";

export type HomeLayout = Schemas["HomeLayout"];
export type HomePart = HomeLayout["parts"][number];

/** All parts in their usual order. */
const PARTS: readonly HomePart[] = ["figures", "waiting", "cards", "reports", "changed"];

/** Home for whoever has arranged nothing, and while that can't be read. */
const USUAL: HomeLayout = { parts: ["figures", "waiting", "cards", "changed"], reports: [] };

/** Gives the arrangement; undefined while it is read. */
export function useHomeLayout(): HomeLayout | undefined {
  const { data, error } = useQuery(homeLayoutQuery);
  return data ?? (error ? USUAL : undefined);
}

/** Returns all parts: those that are shown in their order, then the others. */
export const allParts = ({ parts }: HomeLayout): HomePart[] => [
  ...parts,
  ...PARTS.filter((part) => !parts.includes(part)),
];

/** Returns the parts that stand one below the other; what changed stands at the side. */
export const listedParts = ({ parts }: HomeLayout): HomePart[] => parts.filter((part) => part !== "changed");

/** Returns the arrangement with a part shown, or not. */
export const withPart = (layout: HomeLayout, part: HomePart, isShown: boolean): HomeLayout => ({
  ...layout,
  parts: isShown ? [...layout.parts, part] : layout.parts.filter((one) => one !== part),
});

/** Returns the arrangement with a part one place further up or down. */
export function withPartMoved(layout: HomeLayout, part: HomePart, by: 1 | -1): HomeLayout {
  const listed = listedParts(layout);
  const at = listed.indexOf(part);
  const rest = layout.parts.filter((one) => !listed.includes(one));
  return { ...layout, parts: [...listed.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, part), ...rest] };
}

/** Returns the arrangement with these reports; the part that lists them is shown once there are some. */
export const withReports = (layout: HomeLayout, reports: string[]): HomeLayout => ({
  parts: reports.length > 0 && !layout.parts.includes("reports") ? [...layout.parts, "reports"] : layout.parts,
  reports,
});

/** Saves an arrangement; undoing brings the former back. */
export const arrangeHome = (after: HomeLayout): Promise<boolean> =>
  tryChange({
    sentence: t`Home is arranged anew`,
    show: [shown(homeLayoutQuery, () => after)],
    send: () => api.PUT("/api/v1/users/me/home", { body: after }),
  });
