import type { ReactNode } from "react";

/** A text whose parts between backticks are code. */
export function InlineCode({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, place) =>
    // Every other part stands between two of them.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and never change
    place % 2 === 1 ? <code key={place}>{part}</code> : part,
  );
}
