import { useEffect, useRef, useState } from "react";
import { Button, type ButtonVariant } from "./button.tsx";
import { useToast } from "./toasts.tsx";

/** How long it says that the text was copied, in ms (spec 2 §9). */
const copiedMs = 2000;

interface CopyButtonProps {
  text: string;
  label: string;
  /** What it says after copying. */
  copiedLabel: string;
  className?: string;
  variant?: ButtonVariant;
  /** A toast after copying; none by default. */
  copiedMessage?: string;
}

/** Puts `text` on the clipboard. Not there without JavaScript: show the text beside it where it is needed. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, className, variant = "quiet", copiedMessage } = props;
  const { show } = useToast();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      show({
        title: "コピーに失敗しました",
        description: "手動でリンクをコピーしてください",
        tone: "error",
      });
      return;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), copiedMs);
    setCopied(true);
    if (copiedMessage) show({ title: copiedMessage, tone: "success" });
  };
  return (
    <span className="contents unscripted:hidden">
      <Button
        type="button"
        variant={variant}
        icon={copied ? "check" : "link"}
        onClick={() => void copy()}
        {...(className === undefined ? {} : { className })}
      >
        {copied ? copiedLabel : label}
      </Button>
      <span role="status" className="sr-only">
        {copied && copiedLabel}
      </span>
    </span>
  );
}
