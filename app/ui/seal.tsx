import { classNames } from "./class-names.ts";

/** A vermilion seal with two characters for what is final. Decoration beside a text that says the same. */
export function Seal({ text, className }: { text: string; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames("seal", className)}>
      {text}
    </span>
  );
}
