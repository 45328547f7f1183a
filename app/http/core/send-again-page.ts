import { escapeXml } from "#app/lib/escape-xml.ts";
import { isPasswordField } from "./form-fields.server.ts";
import { plainButtonStyle, plainPage } from "./plain-page.ts";
import { type BodySize, longTextBytes, readForm } from "./read-body.server.ts";

/** A browser's form without JavaScript, small enough to keep its texts; large files are not. */
export const isPlainForm = ({ method, headers }: Request): boolean =>
  method === "POST" &&
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers.get("Content-Type") ?? "") &&
  /\btext\/html\b/i.test(headers.get("Accept") ?? "") &&
  Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) <= longTextBytes;

/**
 * Replaces `unavailable` for a form whose page can't be shown now: a page that keeps what was typed, except passwords, and
 * sends it again. Returns `unavailable` if the form is unreadable, has a file, or exceeds `size`, which is checked before
 * parsing.
 */
export async function sendAgainPage(
  unavailable: Response,
  { form, size }: { form: Request; size: BodySize },
): Promise<Response> {
  const { pathname, search } = new URL(form.url);
  const isMultipart = /^multipart\b/i.test(form.headers.get("Content-Type") ?? "");
  const sent = await readForm(form, size).catch(() => null);
  const fields: [string, string][] = [];
  for (const [name, value] of sent ?? []) {
    if (typeof value !== "string") {
      if (value.size > 0) return unavailable;
    } else if (!isPasswordField(name)) fields.push([name, value]);
  }
  if (sent === null) return unavailable;
  const inputs = fields.map(
    ([name, value]) => `<textarea hidden readonly name="${escapeXml(name)}">\n${escapeXml(value)}</textarea>`,
  );
  const title = "いまは送信できませんでした";
  const text = "入力した内容は、このページに残っています。しばらくしてから、もう一度お送りください。";
  const action = `<form method="post" action="${escapeXml(pathname + search)}"${isMultipart ? ' enctype="multipart/form-data"' : ""}>
${inputs.join("\n")}
<button style="${plainButtonStyle}">もう一度送信する</button>
</form>
`;
  void unavailable.body?.cancel();
  const { status } = unavailable;
  const headers = new Headers(unavailable.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-store");
  headers.delete("Content-Length");
  return new Response(plainPage({ title, text, action }), { status, headers });
}
