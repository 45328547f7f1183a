import { useEffect, useState } from "react";
import { Link } from "react-router";
import { readCachedEntitlements } from "#app/features/premium/hooks/premium-cache.ts";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { PushSetting } from "#app/features/push/components/push-setting.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { isBackgroundPlayOn, setBackgroundPlay } from "../background-play.ts";
import type { SheetProps } from "./sheets.tsx";

/** Quick settings: push notifications and background play. */
export function SettingsSheet({ open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="設定">
      {open && <Settings />}
    </Dialog>
  );
}

function Settings() {
  const root = useRootData();
  const isSold = useIsPremiumSold();
  // Without root data the device's memory decides, and nothing is turned off for lack of it.
  const isAllowed = (root?.entitlements ?? readCachedEntitlements())?.backgroundPlay ?? false;
  const isMember = root?.isMember ?? false;
  const [isOn, setIsOn] = useState(() => isAllowed && isBackgroundPlayOn());
  const [needsPremium, setNeedsPremium] = useState(false);
  useEffect(() => {
    if (root && !isAllowed) setBackgroundPlay(false);
  }, [root, isAllowed]);
  const change = (next: boolean) => {
    setNeedsPremium(!isAllowed);
    if (!isAllowed) return;
    setBackgroundPlay(next);
    setIsOn(next);
  };
  return (
    <div className="space-y-3 pb-2">
      {isMember && <PushSetting />}
      <Switch
        label="バックグラウンド再生"
        help="画面を閉じても、ほかのアプリを開いても、再生を続けます。"
        isOn={isOn}
        onChange={change}
      />
      {needsPremium && (
        <Notice tone="warning" live title="バックグラウンド再生はプレミアム会員限定機能です">
          {isSold && (
            <Link to="/premium" className="inline-block py-2 font-bold text-accent underline">
              プレミアムを見る
            </Link>
          )}
        </Notice>
      )}
      {isMember && (
        <ButtonLink to="/settings" variant="quiet" icon="settings" wide>
          すべての設定
        </ButtonLink>
      )}
    </div>
  );
}
