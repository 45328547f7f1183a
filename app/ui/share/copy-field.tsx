import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { CopyButton } from "./copy-button.tsx";

interface ShownTextProps {
  text: string;
  ariaLabel: string;
  className?: string;
}

/** A text that is selected by a click, for those without JavaScript to copy. */
export function ShownText({ text, ariaLabel, className = "w-full bg-sunken" }: ShownTextProps) {
  return (
    <input
      readOnly
      value={text}
      aria-label={ariaLabel}
      onFocus={(event) => event.currentTarget.select()}
      className={classNames(
        "block min-h-12 rounded-card border border-line px-4 text-sm text-ink",
        className,
      )}
    />
  );
}

interface CopyFieldProps {
  text: string;
  ariaLabel: string;
  copiedMessage: string;
  /** Only shown. */
  isOver?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A text in a row with the button that copies it, and further ones. */
export function CopyField(props: CopyFieldProps) {
  const { text, ariaLabel, copiedMessage, isOver = false, className, children } = props;
  return (
    <div className={classNames("flex flex-wrap items-center gap-2", className)}>
      <ShownText text={text} ariaLabel={ariaLabel} className="min-w-0 flex-1 basis-60 bg-sunken" />
      {!isOver && <CopyButton text={text} label="コピー" copiedMessage={copiedMessage} />}
      {children}
    </div>
  );
}
