/** The form of mails: plain text, and HTML without external resources. */
import { baseUrl } from "../settings/email";
import { appTitle } from "../settings/general";

export type Mail = { to: string; subject: string; text: string; html: string };

/** The content of a mail. A link is a path of the front end or a URL. */
export type Message = {
  to: string;
  subject: string;
  title: string;
  lines: readonly string[];
  link?: string | undefined;
  linkText?: string;
};

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] as string);

/** Returns text without line breaks, for headers and for names within paragraphs. */
const oneLine = (text: string) => text.replace(/[\r\n\t\u0000-\u001f]+/g, " ").trim();

/** Returns the URL of a path of the front end. */
export const addressOf = (path: string): string => (path.startsWith("/") ? baseUrl() + path : path);

/** Renders a message as a mail. */
export function compose({ to, subject, title, lines, link, linkText = "Open" }: Message): Mail {
  const app = oneLine(appTitle());
  const heading = oneLine(title);
  const sentences = lines.map(oneLine);
  const address = link === undefined ? undefined : addressOf(link);
  const text = [heading, ...sentences, ...(address ? [address] : [])].join("\n\n");
  const paragraphs = sentences.map((line) => `<p style="margin:0 0 12px">${escaped(line)}</p>`).join("");
  const button = address
    ? `<p style="margin:20px 0"><a href="${escaped(address)}" style="background:#1976d2;color:#fff;padding:10px 18px;text-decoration:none;border-radius:4px">${escaped(linkText)}</a></p>`
    : "";
  const html = `<!doctype html><html><body style="margin:0;font-family:sans-serif;color:#222">
<div style="background:#1976d2;color:#fff;padding:14px 20px;font-size:18px">${escaped(app)}</div>
<div style="padding:20px"><h2 style="margin:0 0 12px;font-size:18px">${escaped(heading)}</h2>${paragraphs}${button}</div>
<div style="padding:12px 20px;color:#757575;font-size:12px">Sent by ${escaped(app)}</div>
</body></html>`;
  return { to, subject: oneLine(`[${app}] ${subject}`), text, html };
}
