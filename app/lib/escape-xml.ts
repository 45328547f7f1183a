/** Characters outside of XML 1.0's `Char` production. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes a text for an XML element or attribute; removes what XML can't represent. */
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
