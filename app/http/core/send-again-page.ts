import { escapeXml } from "#app/lib/escape-xml.ts";
import { limitBody } from "../limits/body-limit.ts";
import { plainPage } from "./plain-page.ts";

/** More than any form of the site has, and longer than its texts: what is beyond is not sent back. */
const maxFields = 50;
const maxBytes = 64 * 1024;

/** Whether a browser sends a form without files and without a script. */
export const isPlainForm = ({ method, headers }: Request): boolean =>
  method === "POST" &&
  /^application\/x-www-form-urlencoded\b/i.test(headers.get("Content-Type") ?? "") &&
  /\btext\/html\b/i.test(headers.get("Accept") ?? "") &&
  Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) <= maxBytes;

/**
 * In place of `unavailable`, the answer to a form whose page can't be shown again for now: a page that has all that was
 * typed, and sends it again. Passwords are typed again. `unavailable` itself where the form can't be read or has more fields than any.
 */
export async function sendAgainPage(unavailable: Response, form: Request): Promise<Response> {
  const { pathname, search } = new URL(form.url);
  const text = await limitBody(form, pathname)
    .text()
    .catch(() => null);
  const fields = [...new URLSearchParams(text ?? "")].filter(([name]) => name !== "password");
  if (text === null || fields.length > maxFields) return unavailable;
  const inputs = fields.map(
    ([name, value]) => `<textarea hidden readonly name="${escapeXml(name)}">\n${escapeXml(value)}</textarea>`,
  );
  const title = "いまは送信できませんでした";
  const body = `入力した内容は、このページに残っています。しばらくしてから、もう一度お送りください。</p>
<form method="post" action="${escapeXml(pathname + search)}">
${inputs.join("\n")}
<button style="font: inherit; padding: 0.5rem 1rem">もう一度送信する</button>
</form>
<p>`;
  void unavailable.body?.cancel();
  const { status } = unavailable;
  const headers = new Headers(unavailable.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-store");
  headers.delete("Content-Length");
  return new Response(plainPage({ title, text: body }), { status, headers });
}
