import { escapeXml } from "#app/lib/escape-xml.ts";
import type { Email, EmailPart, Site } from "./email.ts";

const quoteRule = "――――――――――――――――――――";

/** Returns a subject of one line, and the same content as plain text and as HTML. */
export function emailLayout(email: Email, site: Site): { subject: string; text: string; html: string } {
  return { subject: singleLine(email.subject), text: renderText(email, site), html: renderHtml(email, site) };
}

function renderText({ heading, parts, note }: Email, { origin }: Site): string {
  return [singleLine(heading), ...parts.map(partAsText), note, `∞ Mugen\n${origin}/`]
    .join("\n\n")
    .concat("\n");
}

function partAsText(part: EmailPart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "facts":
      return part.facts.map(([name, value]) => `${name}: ${singleLine(value, 1000)}`).join("\n");
    case "quote":
      return `${quoteRule}\n${part.text}\n${quoteRule}`;
    case "link":
      return `${part.label}\n${part.href}`;
  }
}

/** Mail clients without `prefers-color-scheme` show the light theme of the inline styles. */
const styles = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#17130F!important}
.card{background:#211C17!important;border-color:#39322A!important}
.ink{color:#EFECE6!important}
.muted{color:#B3A99B!important}
.logo{color:#FF8A5C!important}
.quote{background:#17130F!important;border-color:#FF8A5C!important}
.button{background:#FF8A5C!important;color:#17130F!important}
}`;

const font =
  "font-family:'Hiragino Sans','Noto Sans JP','Yu Gothic UI',system-ui,sans-serif;font-size:16px;line-height:1.7";

function renderHtml({ heading, parts, note, subject }: Email, { origin }: Site): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(singleLine(subject))}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#FAF8F5">
<div class="page" style="background:#FAF8F5;padding:24px 12px">
<div class="card ink" style="max-width:560px;margin:0 auto;padding:24px;border:1px solid #E3DCD1;border-radius:12px;background:#FFFFFF;color:#1D1B22;${font};word-break:auto-phrase;overflow-wrap:anywhere">
<div class="logo" style="font-size:28px;line-height:1;color:#B8421C" aria-hidden="true">∞</div>
<h1 class="ink" style="margin:16px 0;text-wrap:balance;font-size:20px;line-height:1.35;color:#1D1B22">${escapeXml(singleLine(heading))}</h1>
${parts.map(partAsHtml).join("\n")}
<p class="muted" style="margin:24px 0 0;font-size:14px;color:#625D69">${withLinks(withLineBreaks(note), origin)}</p>
<p class="muted" style="margin:8px 0 0;font-size:14px;color:#625D69">Mugen · <a class="muted" href="${escapeXml(origin)}/" style="color:#625D69">${escapeXml(URL.parse(origin)?.host ?? origin)}</a></p>
</div>
</div>
</body>
</html>
`;
}

function partAsHtml(part: EmailPart): string {
  switch (part.kind) {
    case "text":
      return `<p class="ink" style="margin:0 0 16px;color:#1D1B22">${withLineBreaks(part.text)}</p>`;
    case "facts":
      return `<dl style="margin:0 0 16px">${part.facts.map(factAsHtml).join("")}</dl>`;
    case "quote":
      return `<blockquote class="quote ink" style="margin:0 0 16px;padding:12px 16px;border-left:3px solid #B8421C;background:#FAF8F5;color:#1D1B22">${withLineBreaks(part.text)}</blockquote>`;
    case "link":
      return `<p style="margin:24px 0"><a class="button" href="${escapeXml(part.href)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#B8421C;color:#FFFFFF;font-weight:bold;text-decoration:none">${escapeXml(part.label)}</a></p>`;
  }
}

const factAsHtml = ([name, value]: readonly [string, string]) =>
  `<dt class="muted" style="margin:8px 0 0;font-size:14px;color:#625D69">${escapeXml(name)}</dt><dd class="ink" style="margin:0;color:#1D1B22">${escapeXml(singleLine(value, 1000))}</dd>`;

const withLineBreaks = (text: string) => escapeXml(text).replace(/\n/g, "<br>\n");

/** Makes links of the site's own addresses in markup: not every mail client does. */
const withLinks = (markup: string, origin: string) =>
  markup.replace(/https?:\/\/[\w./?=&;:%-]+/g, (address) =>
    address.startsWith(`${escapeXml(origin)}/`)
      ? `<a class="muted" href="${address}" style="color:#625D69">${address}</a>`
      : address,
  );

/** Protects mail headers: control characters and line separators become single spaces. Ends with `…` when it was cut. */
function singleLine(text: string, maxLength = 120): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : line;
}

export interface EmailPreview {
  subject: string;
  text: string;
  /** Without the style sheet, which the console's policy refuses; the inline styles are the light theme. */
  html: string;
}

/** An email as readers will see it. */
export function previewEmail(email: Email, site: Site): EmailPreview {
  const { subject, text, html } = emailLayout(email, site);
  return { subject, text, html: html.replace(/<style>[\s\S]*?<\/style>\n?/, "") };
}
