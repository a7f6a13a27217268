/**
 * The server and the console while one works on them: `npm run dev`. The server restarts when its sources change; the console,
 * at a port of its own, reloads in place and passes /api on.
 */
import { createServer } from "vite";
import { viteConfig } from "./vite";

const PORT = Number(process.env["PORT"] ?? 8920);
const url = `http://localhost:${PORT}`;

const server = Bun.spawn([process.execPath, "--watch", "src/main.ts", "serve"], {
  env: { ...process.env, ENVIRONMENT: "development", PORT: String(PORT) },
  stdio: ["inherit", "inherit", "inherit"],
});

const vite = await createServer({
  ...viteConfig(),
  server: {
    port: PORT + 1,
    proxy: {
      "/api": url,
      // The facts about the server; the page at the same address is Vite's.
      "^/$": {
        target: url,
        bypass: ({ headers }) => (headers.accept === "application/json" ? undefined : "/index.html"),
      },
    },
  },
});
await vite.listen();
console.log(`The console is at http://localhost:${PORT + 1}, and reloads in place.`);

await server.exited;
await vite.close();
