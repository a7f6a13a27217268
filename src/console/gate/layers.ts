/** The layers of a landscape and their types, as the product comes; not those of this installation. */
import { useLingui } from "@lingui/react/macro";

type Layer = { name: string; types: { name: string; icon: string; color: string }[] };

/** Gives the layers, in the language of the page. */
export function useLayers(): Layer[] {
  const { t } = useLingui();
  return [
    {
      name: t`Strategy and transformation`,
      types: [
        { name: t`Objectives`, icon: "flag", color: "#c7527d" },
        { name: t`Platforms`, icon: "layers", color: "#027446" },
        { name: t`Initiatives`, icon: "rocket_launch", color: "#33cc58" },
      ],
    },
    {
      name: t`Business architecture`,
      types: [
        { name: t`Organizations`, icon: "corporate_fare", color: "#2889ff" },
        { name: t`Capabilities`, icon: "account_tree", color: "#003399" },
        { name: t`Contexts`, icon: "swap_horiz", color: "#fe6690" },
        { name: t`Processes`, icon: "route", color: "#028f00" },
      ],
    },
    {
      name: t`Application and data`,
      types: [
        { name: t`Applications`, icon: "apps", color: "#0f7eb5" },
        { name: t`Interfaces`, icon: "sync_alt", color: "#02afa4" },
        { name: t`Data objects`, icon: "database", color: "#774fcc" },
      ],
    },
    {
      name: t`Technical architecture`,
      types: [
        { name: t`IT components`, icon: "memory", color: "#d29270" },
        { name: t`Tech categories`, icon: "category", color: "#a6566d" },
        { name: t`Providers`, icon: "storefront", color: "#ffa31f" },
      ],
    },
  ];
}
