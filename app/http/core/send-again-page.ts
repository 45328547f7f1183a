import { escapeXml } from "#app/lib/escape-xml.ts";
import { plainPage } from "./plain-page.ts";
import { type BodySize, longTextBytes, readForm } from "./read-body.server.ts";

/** Whether a browser posts a form without JavaScript and the form is small enough to keep its texts. A large file is not. */
export const isPlainForm = ({ method, headers }: Request): boolean =>
  method === "POST" &&
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers.get("Content-Type") ?? "") &&
  /\btext\/html\b/i.test(headers.get("Accept") ?? "") &&
  Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) <= longTextBytes;

/**
 * In place of `unavailable`, the answer to a form whose page can't be shown again for now: a page that has all that was
 * typed, and sends it again. Passwords are typed again. `unavailable` itself where the form can't be read, has a file, or is larger
 * than `size`, which is looked at before it is parsed.
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
    } else if (name !== "password") fields.push([name, value]);
  }
  if (sent === null) return unavailable;
  const inputs = fields.map(
    ([name, value]) => `<textarea hidden readonly name="${escapeXml(name)}">\n${escapeXml(value)}</textarea>`,
  );
  const title = "いまは送信できませんでした";
  const body = `入力した内容は、このページに残っています。しばらくしてから、もう一度お送りください。</p>
<form method="post" action="${escapeXml(pathname + search)}"${isMultipart ? ' enctype="multipart/form-data"' : ""}>
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
