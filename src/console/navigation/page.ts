/**
 * A page is one value: address, search schema, data, right, help, title. Routes, rail, palette and the tests' tables are
 * derived from the list of them in `pages/index.ts`.
 *
 *   const Search = z.object({ read: z.optional(z.boolean()) });
 *   declare module "../../navigation/page" { interface Pages { "/notifications": z.input<typeof Search> } }
 *   export const notifications = page({ address: "/notifications", search: Search, title: msg`Notifications`, … });
 */
import type { MessageDescriptor } from "@lingui/core";
import type { QueryClient } from "@tanstack/react-query";
import { useNavigate, useParams as useRouterParams, useSearch as useRouterSearch } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { FunctionComponent } from "react";
import type { z } from "zod/mini";
import type { Schemas } from "../server/client";

/** The addresses of all pages with what their search may hold; each page adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: pages add to it
export interface Pages {}

/** The address of a page, in which `$id` stands for one segment. */
export type Address = keyof Pages & string;

type Names<A extends string> = A extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : A extends `${string}$${infer Name}`
    ? Name
    : never;

/** The parameters in an address by name. */
export type ParamsOf<A extends string> = { [Name in Names<A>]: string };

/** The place whose data a page begins to read. */
export type Place<A extends string, S> = {
  params: ParamsOf<A>;
  search: S;
  cache: QueryClient;
  me: Schemas["Me"] | null;
};

export type PageFacts<A extends string, S extends z.ZodMiniType> = {
  address: A;
  /** The schema of its search parameters: the state of the page that a link carries. */
  search: S;
  title: MessageDescriptor;
  icon?: LucideIcon;
  /** One sentence of help, for the palette and the keys page. */
  help?: MessageDescriptor;
  /** The name of its page in the handbook, as in `/help/projects`; empty for the table of contents. */
  handbook?: string;
  /** The permission without which the page isn't there; of several, one is enough. */
  right?: string | readonly string[];
  /** The setting that switches the page's area on. */
  switchedBy?: keyof Schemas["Bootstrap"];
  /** True when it is shown to people who are not logged in, without the frame. */
  anonymous?: true;
  /**
   * Its place in the rail; without one it is reached from other pages. Pages of a group, such as `maps` below "Maps & reports",
   * stand below its name, which opens in place.
   */
  rail?: "top" | "areas" | "maps" | "processes" | "projects" | "risks" | "decisions" | "analysis" | "surveys" | "admin";
  /** The search by which it lists the cards of a type: the rail's types lead to it. */
  lists?: (type: string) => z.input<S>;
  /** The kind of things, as GET /search finds them, that it shows one of, and where. */
  shows?: {
    kind: Schemas["SearchResult"]["kind"];
    place: (id: string) => { params?: ParamsOf<A>; search?: z.input<S> };
  };
  /** Begins to read what the page shows, before its code is there. */
  data?: (place: Place<A, z.output<S>>) => unknown;
  /** The page itself, loaded when it is first opened. */
  view: () => Promise<{ default: FunctionComponent }>;
};

export type Page<A extends string = string, S extends z.ZodMiniType = z.ZodMiniType> = PageFacts<A, S> & {
  /** The search parameters as the schema gives them. */
  useSearch: () => z.output<S>;
  /** The parameters in the address. */
  useParams: () => ParamsOf<A>;
  /**
   * A function that changes some search parameters; undefined takes one away. A change that depends on the parameters is a function
   * of the newest ones, because the page may still show older ones when a key comes. With `replace` there is no step to go back.
   */
  useSetSearch: () => SetSearch<S>;
};

type SetSearch<S extends z.ZodMiniType> = (
  changes: Partial<z.input<S>> | ((newest: z.output<S>) => Partial<z.input<S>>),
  options?: { replace?: boolean },
) => void;

/** Declares a page. */
export const page = <const A extends Address, S extends z.ZodMiniType>(facts: PageFacts<A, S>): Page<A, S> => ({
  ...facts,
  useSearch: () => useRouterSearch({ strict: false }) as z.output<S>,
  useParams: () => useRouterParams({ strict: false }) as ParamsOf<A>,
  useSetSearch: () => {
    const navigate = useNavigate();
    return (changes, { replace = false } = {}) =>
      void navigate({
        to: ".",
        replace,
        search: ((newest: object) => ({
          ...newest,
          ...(typeof changes === "function" ? changes(newest as z.output<S>) : changes),
        })) as never,
      });
  },
});
