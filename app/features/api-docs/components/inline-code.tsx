import type { ReactNode } from "react";

/** Text in which parts between backticks are code. */
export function InlineCode({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, place) =>
    // Every second part stands between backticks.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and never change
    place % 2 === 1 ? <code key={place}>{part}</code> : part,
  );
}
