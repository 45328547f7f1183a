import { type ComponentType, useEffect, useState } from "react";
import { Notice } from "#app/ui/notice.tsx";

/** The switch for push messages. Loaded on demand, because no other screen needs it. */
export function PushSetting() {
  const [View, setView] = useState<{ PushSwitch: ComponentType } | "failed" | null>(null);
  useEffect(() => {
    import("./push-switch.tsx").then(
      ({ PushSwitch }) => setView({ PushSwitch }),
      () => setView("failed"),
    );
  }, []);
  if (View === "failed")
    return (
      <Notice tone="error" title="プッシュ通知の設定を表示できませんでした">
        接続を確認して、ページを再読み込みしてください。
      </Notice>
    );
  return View ? <View.PushSwitch /> : <div aria-hidden="true" className="min-h-18 rounded-card bg-sunken" />;
}
