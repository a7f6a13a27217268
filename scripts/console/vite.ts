/** The configuration of Vite, for the executable and while one works on the console. */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { catalogues } from "./catalogues";
import { handbook } from "./handbook";
import { expandMacros } from "./macros";

const ROOT = join(import.meta.dir, "../..");

/** The folder of the built files before they are compressed. */
export const BUILT = join(ROOT, "build", "console", "plain");

/** Many small files wait for one another, because browsers fetch six at once: the files that come together are one. */
const FILES = [
  { name: "first", tags: ["$initial" as const], test: /node_modules|src[\\/]console[\\/].+[\\/]/, priority: 2 },
  { name: "common", minShareCount: 5, priority: 1 },
];

/** Lets browsers fetch what nearly every page needs together with the first files. */
const preloadCommon = (): Plugin => ({
  name: "preload-common",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === "chunk" && file.name === "common")
        .map(({ fileName }) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
          injectTo: "head",
        })),
  },
});

const macros = (): Plugin => ({
  name: "macros",
  enforce: "pre",
  async transform(code, id) {
    const file = id.split("?")[0]!;
    if (!/\.tsx?$/.test(file) || file.includes("node_modules")) return undefined;
    return (await expandMacros(code, file)) as { code: string; map: never } | undefined;
  },
});

/** Vite's configuration. @param mode of the build; in development the page reloads in place */
export const viteConfig = (): InlineConfig => ({
  root: join(ROOT, "src", "console"),
  configFile: false,
  envDir: false,
  cacheDir: join(ROOT, "node_modules", ".cache", "vite"),
  publicDir: join(ROOT, "src", "console", "public"),
  logLevel: "warn",
  plugins: [macros(), react(), catalogues(), handbook(), preloadCommon()],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: ["chrome119", "firefox128", "safari16.4"],
    // Nothing in the page but its own files, as its policy has it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // test/console/budgets.test.ts weighs the files as they are sent.
    chunkSizeWarningLimit: 1_000,
    sourcemap: false,
    manifest: "manifest.json",
    rolldownOptions: {
      output: { codeSplitting: { groups: FILES } },
      // The page's policy forbids evaluation, and the library of diagrams does without unless one asks for it.
      onwarn: (warning, warn) =>
        warning.code === "EVAL" && warning.id?.includes("@maxgraph") ? undefined : warn(warning),
    },
  },
  worker: { format: "es", plugins: () => [macros()] },
});
