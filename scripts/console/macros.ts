/** Expands the macros of the console's texts (`t`, `msg`, `<Trans>`, `plural`), for Vite, for the tests and for scripts. */
import { type PluginItem, transformAsync } from "@babel/core";
import extract from "@lingui/babel-plugin-extract-messages";
import macros from "@lingui/babel-plugin-lingui-macro";
import { makeConfig } from "@lingui/conf";

const linguiConfig = makeConfig({ locales: ["en"], sourceLocale: "en" }, { skipValidation: true });

/** Accepts a source of the console that has texts. */
const hasTexts = (code: string) => /@lingui\/(core|react)\/macro/.test(code);

/**
 * Expands the macros in a source of the console; its types and JSX stay for whoever reads it next.
 * @param file its path, for the places in the source map
 * @returns undefined when it has no texts
 */
export async function expandMacros(code: string, file: string): Promise<{ code: string; map: unknown } | undefined> {
  if (!hasTexts(code)) return undefined;
  // English stands in the code, so that it needs no catalogue.
  const result = await transform(code, file, [[macros, { stripMessageField: false, linguiConfig }]]);
  return { code: result?.code ?? code, map: result?.map };
}

const transform = (code: string, filename: string, plugins: PluginItem[]) =>
  transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: ["typescript", "jsx"] },
    plugins,
  });

/** A text of the console, with the id that catalogues have it by. */
export type Text = { id: string; message: string };

/** Returns the texts in a source of the console. @param file its path */
export async function textsIn(code: string, file: string): Promise<Text[]> {
  const texts: Text[] = [];
  if (!hasTexts(code)) return texts;
  await transform(code, file, [
    [macros, { extract: true, linguiConfig }],
    [
      extract,
      { onMessageExtracted: ({ id, message = id }: { id: string; message?: string }) => texts.push({ id, message }) },
    ],
  ]);
  return texts;
}

/** Lets Bun import sources of the console, as the tests and scripts do. */
export function readMacros(): void {
  Bun.plugin({
    name: "texts of the console",
    setup(build) {
      build.onLoad({ filter: /src[\\/]console[\\/].*\.tsx?$/ }, async ({ path }) => {
        const code = await Bun.file(path).text();
        const expanded = await expandMacros(code, path);
        return { contents: expanded?.code ?? code, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  });
}
