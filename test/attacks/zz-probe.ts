import { startTestServer } from "/work/main/test/support/server";
import { startSmtpServer } from "/work/main/test/support/smtp";
const server = await startTestServer();
const admin = await server.as("admin");
const smtp = await startSmtpServer();
await admin.patch("/settings/email", { smtp_host: "127.0.0.1", smtp_port: smtp.port, smtp_tls: false, smtp_from: "stoa@company.io" , app_base_url: "https://stoa.company.io" });
for (let i = 0; i < 6; i++) { const t = performance.now(); const c = process.cpuUsage(); await admin.post("/settings/email/test"); const d = process.cpuUsage(c); console.log((performance.now() - t).toFixed(0), "ms wall", ((d.user + d.system) / 1000).toFixed(0), "cpu"); }
await smtp.stop(); await server.stop();
