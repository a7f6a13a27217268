import { chromium } from "playwright-core";
import { readdirSync, readFileSync } from "node:fs";
import { startTestServer } from "../support/server";
import { test } from "bun:test";
test("x", async () => {
const pk = (await import("@sparticuz/chromium")).default;
const executablePath = await pk.executablePath();
const server = await startTestServer({ SEED_DEMO: "true" });
const account = await server.as("admin");
const cpu = () => {
  let total = 0;
  for (const p of readdirSync("/proc")) if (/^\d+$/.test(p)) try {
    const cmd = readFileSync(`/proc/${p}/cmdline`, "utf8");
    if (!cmd.includes("flagtest")) continue;
    const s = readFileSync(`/proc/${p}/stat`, "utf8").split(") ")[1].split(" ");
    total += +s[11] + +s[12];
  } catch {}
  return total / 100;
};
const sets: Record<string, string[]> = {
  base: [],
  noopt: ["--js-flags=--no-opt"],
  jitless1: ["--js-flags=--no-opt --no-sparkplug --no-maglev"],
  nogpu: ["--disable-gpu", "--disable-gpu-compositing"],
  raster1: ["--num-raster-threads=1", "--disable-threaded-animation"],
  site: ["--disable-features=site-per-process,IsolateOrigins,Translate,OptimizationHints,MediaRouter", "--disable-site-isolation-trials"],
  inproc: ["--in-process-gpu"],
  all: ["--js-flags=--no-opt", "--in-process-gpu", "--num-raster-threads=1"],
  base2: [],
};
for (const [name, more] of Object.entries(sets)) {
  const browser = await chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--font-render-hinting=none", "--flagtest", `--user-agent=flagtest`, ...more] });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  await context.addCookies([{ name: "access_token", value: account.token!, url: `${server.url}/api`, httpOnly: true }]);
  const tab = await context.newPage();
  const c = cpu(), t = performance.now();
  for (let i = 0; i < 8; i++) for (const a of ["/admin/settings", "/", "/inventory?type=Application"]) {
    await tab.goto(a);
    await tab.locator("h1, .empty, .failed").first().waitFor();
    await tab.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  }
  console.log(name, "cpu per load", ((cpu() - c) / 24).toFixed(3), "time", Math.round((performance.now() - t) / 24));
  await browser.close();
}
await server.stop();
});
