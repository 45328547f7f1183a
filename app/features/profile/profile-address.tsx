import { useEffect, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toasts.tsx";

/** How long it says that it has copied (spec 2 §9). */
const copiedMs = 2000;

/** The address of a profile, to be passed on. */
export function ProfileAddress({ address }: { address: string }) {
  const { show } = useToast();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      show({ title: "コピーに失敗しました", description: "手動でリンクをコピーしてください", tone: "error" });
    }
  };
  return (
    <p className="flex items-center gap-1 text-sm">
      <span className="sr-only">プロフィールのURL </span>
      <span className="min-w-0 text-muted select-all">{address.replace(/^https?:\/\//, "")}</span>
      <IconButton
        icon={copied ? "check" : "copy"}
        label={copied ? "コピーしました" : "プロフィールのURLをコピー"}
        onClick={copy}
        className="unscripted:hidden"
      />
      <span role="status" className="sr-only">
        {copied && "コピーしました"}
      </span>
    </p>
  );
}
