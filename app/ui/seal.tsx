import { classNames } from "./class-names.ts";

/** A small vermilion seal with two characters, pressed on what is done for good. Decoration beside a text that says the same. */
export function Seal({ text, className }: { text: string; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames("seal", className)}>
      {text}
    </span>
  );
}
