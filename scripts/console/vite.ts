/** The configuration of Vite, for the executable and while one works on the console. */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { catalogues } from "./catalogues";
import { expandMacros } from "./macros";

const ROOT = join(import.meta.dir, "../..");

/** The folder of the built files before they are compressed. */
export const BUILT = join(ROOT, "build", "console", "plain");

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
  plugins: [macros(), react(), catalogues()],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: ["chrome119", "firefox128", "safari16.4"],
    // Nothing in the page but its own files, as its policy has it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    manifest: "manifest.json",
  },
  worker: { format: "es", plugins: () => [macros()] },
});
