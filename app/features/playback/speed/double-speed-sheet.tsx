import { useLocation, useRevalidator } from "react-router";
import { LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import type { SheetProps } from "../sheets/sheets.tsx";

/** Explains to visitors and non-premium members how to get the speed 2. */
export function DoubleSpeedSheet({ open, onClose }: SheetProps) {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const isVisitor = !root?.user;
  const hasHadTrial = root?.speedTrialEndsAt != null;
  const offersTrial = root?.isMember === true && !hasHadTrial;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const startTrial = async () => {
    const { ok } = await fetchJson("POST", "/api/trial/double-speed");
    if (ok) {
      // First, so that the speed can be chosen as soon as the sheet is closed.
      await revalidate();
      onClose();
      show({ tone: "success", title: "2.0倍速を24時間お試しいただけます" });
    } else
      show({
        tone: "error",
        title: "おためしを始められませんでした",
        description: "接続を確認して、もう一度お試しください。",
      });
  };
  return (
    <Dialog open={open} onClose={onClose} title="2.0倍速再生">
      <div className="space-y-5 pb-2">
        <div className="flex items-start gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-tint text-[20px] text-gold">
            <Icon name="crown" />
          </span>
          <div className="space-y-1">
            <p className="font-bold">2.0倍速はプレミアム会員限定機能です</p>
            <p className="text-sm text-muted">
              {isVisitor && "ログインすると、24時間無料でお試しいただけます。"}
              {offersTrial && "はじめての方は、24時間無料でお試しいただけます。"}
              {hasHadTrial && "24時間のおためしは終了しました。1.5倍速までは、これからもお使いいただけます。"}
            </p>
          </div>
        </div>
        <div className="grid gap-2">
          {isVisitor && <LoginButton returnPath={`${pathname}${search}`} />}
          {offersTrial && (
            <Button type="button" size="large" onClick={startTrial}>
              24時間無料で試す
            </Button>
          )}
          <ButtonLink
            to="/premium"
            variant={isVisitor || offersTrial ? "quiet" : "primary"}
            size="large"
            icon="crown"
          >
            プレミアムを見る
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}
