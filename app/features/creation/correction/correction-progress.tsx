import { useEffect, useRef } from "react";
import { ProgressCard } from "../tasks/components/progress-card.tsx";

/** Scrolls into view when a correction begins: the line's form, far below, is gone. */
export function CorrectionProgress({ path, percent }: { path: string; percent: number }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "center" }), []);
  return (
    <div ref={card}>
      <ProgressCard
        title="訂正した音声を作っています"
        label="訂正した音声"
        icon="voice"
        {...{ percent, path }}
      >
        <p className="text-sm text-muted">
          できあがるまで、これまでの音声が流れます。このページを離れても処理は続きます。
        </p>
      </ProgressCard>
    </div>
  );
}
