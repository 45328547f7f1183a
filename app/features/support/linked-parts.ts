/** A piece of text; with `to` it is a link to a path of this site. */
export interface TextPart {
  text: string;
  to?: string;
}

/** The pieces of a text in which links are written `[words](/path)`. */
export function linkedParts(text: string): TextPart[] {
  return text
    .split(/(\[[^\]]+\]\(\/[^)\s]*\))/)
    .filter(Boolean)
    .map((piece) => {
      const [, words, to] = /^\[([^\]]+)\]\((\/[^)\s]*)\)$/.exec(piece) ?? [];
      return words && to ? { text: words, to } : { text: piece };
    });
}

/** The same text without links; `withPaths` says behind the words where they lead: `「設定」（/settings）`. */
export function plainText(text: string, { withPaths = false } = {}): string {
  return linkedParts(text)
    .map((part) => (part.to && withPaths ? `「${part.text}」（${part.to}）` : part.text))
    .join("");
}
