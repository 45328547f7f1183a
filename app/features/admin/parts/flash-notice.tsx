import { useRootData } from "#app/features/site/root-data.ts";
import { Notice } from "#app/ui/notice.tsx";

export function FlashNotice({ className }: { className?: string }) {
  const text = useRootData()?.flash;
  if (!text) return null;
  return (
    <Notice tone="success" live="politely" title={text.title} className={className}>
      {text.description}
    </Notice>
  );
}
