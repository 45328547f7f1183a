/** What XML 1.0 has no way to write (§2.2, "Char"). */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text for an element or an attribute of XML: it reads as it was, without the control characters XML can't write. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&apos;")
    .replace(/\r/g, "&#13;");
}
