/**
 * Shows where the time goes of what is slower than it should be, and writes it to PROFILE.md.
 *
 *   npm run bench:profile
 */
import { join } from "node:path";
import { cleanUp } from "./processes";
import { profileOfChange } from "./profiles/change";
import { profileOfSearch } from "./profiles/search";

async function profile(): Promise<string> {
  const sections = [await profileOfChange(), await profileOfSearch()];
  return `# Where the time goes

Made by \`npm run bench:profile\`.

${sections.join("\n")}`;
}

const text = await profile().finally(cleanUp);
await Bun.write(join(import.meta.dir, "PROFILE.md"), text);
console.log(text);
