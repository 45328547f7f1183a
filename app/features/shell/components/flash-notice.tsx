import { Notice } from "#app/ui/notice.tsx";
import { useRootData } from "../hooks/use-root-data.ts";

/** What became of the form that led to this page, above its content. */
export function FlashNotice() {
  const text = useRootData()?.flash;
  if (!text) return null;
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 rail:px-6">
      <Notice tone="success" live="politely" title={text.title}>
        {text.description}
      </Notice>
    </div>
  );
}
