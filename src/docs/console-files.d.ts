/** The built console, which `scripts/console/build.ts` writes. */
declare module "*/build/console/files.js" {
  /** A file of the console: the places of its content by encoding. */
  export const files: Record<string, import("./console").ConsoleFile>;
  export const pages: readonly { address: string; anonymous: boolean; right: string | null }[];
}
