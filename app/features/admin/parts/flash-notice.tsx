import { useFlash } from "#app/features/site/use-flash.ts";
import { Notice } from "#app/ui/notice.tsx";

export function FlashNotice({ className }: { className?: string }) {
  const text = useFlash();
  if (!text) return null;
  return (
    <Notice tone="success" live="politely" title={text.title} className={className}>
      {text.description}
    </Notice>
  );
}
