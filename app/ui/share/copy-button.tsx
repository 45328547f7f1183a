import { useRef } from "react";
import { Button, type ButtonVariant } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { useToast } from "../toast/toasts.tsx";
import { useCopy } from "./use-copy.ts";

interface CopyButtonProps {
  text: string;
  label: string;
  className?: string | undefined;
  variant?: ButtonVariant | undefined;
  iconOnly?: boolean;
  copiedMessage?: string | undefined;
  /** Why the text can't be copied: a click on the disabled button shows it. */
  refusal?: string | undefined;
}

export const copiedLabel = "コピーしました";

/** Copies a text. Not rendered without JavaScript: show the text too, so that it can be selected. */
export function CopyButton({
  text,
  label,
  className,
  variant = "quiet",
  iconOnly = false,
  copiedMessage,
  refusal,
}: CopyButtonProps) {
  const { show } = useToast();
  const { copied, copy } = useCopy();
  const place = useRef<HTMLSpanElement>(null);

  const press = async () => {
    if (refusal !== undefined)
      return show({ tone: "error", title: "コピーできません", description: refusal });
    if (!place.current) return;
    const done = await copy(text, place.current);
    if (done && copiedMessage !== undefined) show({ tone: "success", title: copiedMessage });
  };
  const words = copied ? copiedLabel : label;
  return (
    <span ref={place} className={classNames("relative inline-flex unscripted:hidden", className)}>
      <Button
        type="button"
        wide
        variant={variant}
        icon={copied ? "check" : "copy"}
        // Not `disabled`: a click shows the reason.
        aria-disabled={refusal !== undefined}
        onClick={() => void press()}
        title={iconOnly ? words : undefined}
        className={classNames("aria-disabled:opacity-50", iconOnly && "min-w-11 gap-0! px-0! text-base!")}
      >
        {iconOnly ? <span className="sr-only">{words}</span> : words}
      </Button>
      <span role="status" className="sr-only">
        {copied && copiedLabel}
      </span>
    </span>
  );
}
