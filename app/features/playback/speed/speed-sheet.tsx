import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { hasDoubleSpeed, useRemainingTrial } from "#app/features/premium/hooks/use-speed-trial.ts";
import { premiumTerms } from "#app/features/premium/premium.ts";
import { speedTrialOf, speedTrialTexts } from "#app/features/premium/speed-trial.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import { arePausesShortened, setPausesShortened } from "../pauses/pause-setting.ts";
import { rates } from "../playback.ts";
import { ChoiceButton } from "../sheets/choice-button.tsx";
import type { SheetProps } from "../sheets/sheets.tsx";
import { useChooseRate } from "./use-choose-rate.ts";

/** The speeds, with the remaining time of the double-speed trial. */
export function SpeedSheet({ open, onClose }: SheetProps) {
  const rate = usePlayback(({ rate }) => rate);
  const chooseRate = useChooseRate();
  return (
    <Dialog open={open} onClose={onClose} title="再生速度">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {rates.map((option) => (
          <ChoiceButton key={option} isSelected={option === rate} onClick={() => chooseRate(option)}>
            {option}倍
          </ChoiceButton>
        ))}
      </div>
      <p className="pt-3 pb-2 text-sm text-muted">
        <DoubleSpeedNote />
      </p>
      {open && <PauseSwitch />}
    </Dialog>
  );
}

function PauseSwitch() {
  const [isOn, setIsOn] = useState(arePausesShortened);
  const change = (next: boolean) => {
    setPausesShortened(next);
    setIsOn(next);
  };
  return (
    <Switch
      label="間を詰める"
      help="文と文のあいだの沈黙を短くします。ことばは変わりません。"
      isOn={isOn}
      onChange={change}
    />
  );
}

function DoubleSpeedNote() {
  const root = useRootData();
  const left = useRemainingTrial();
  if (left !== null) {
    return (
      <>
        2.0倍速のおためし：<span className="font-bold text-ink tabular-nums">残り{left}</span>
      </>
    );
  }
  if (hasDoubleSpeed(root, Date.now())) return "どの速度でも、声の高さはそのままです。";
  if (root?.isMember && root.speedTrialEndsAt === null)
    return `2.0倍速は、一度だけ${premiumTerms.trialHours}時間、無料でお試しいただけます。2倍を選ぶと、始める前にご案内します。`;
  return "2.0倍速はプレミアム会員限定機能です。";
}

/** Says how to get the speed 2: members with a trial left can start it here, others are led to premium where it is sold. */
export function DoubleSpeedSheet({ open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="2.0倍速再生">
      {open && <Content onClose={onClose} />}
    </Dialog>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const isSold = useIsPremiumSold();
  const trial = speedTrialOf(root, Date.now());
  const { start, isStarting, hasFailed } = useStartTrial(onClose);
  return (
    <div className="space-y-5 pb-2">
      <div className="flex items-start gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-tint text-[20px] text-gold">
          <Icon name="crown" />
        </span>
        <div className="space-y-1">
          <p className="font-bold">2.0倍速はプレミアム会員限定機能です</p>
          <p className="text-sm text-muted">{speedTrialTexts[trial]}</p>
        </div>
      </div>
      {hasFailed && (
        <Notice tone="error" live title="おためしを始められませんでした">
          接続を確認して、もう一度お試しください。
        </Notice>
      )}
      {(isSold || trial === "visitor" || trial === "available") && (
        <div className="grid gap-2">
          {trial === "visitor" && <LoginButton returnPath={`${pathname}${search}`} />}
          {trial === "available" && (
            <Button type="button" size="large" busy={isStarting} busyLabel="始めています" onClick={start}>
              {premiumTerms.trialHours}時間無料で試す
            </Button>
          )}
          {isSold && (
            <ButtonLink
              to="/premium"
              variant={trial === "visitor" || trial === "available" ? "quiet" : "primary"}
              size="large"
              icon="crown"
            >
              プレミアムを見る
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

/** Starts the trial and the speed 2. If the server refuses, reloads the page's data, which says why. */
function useStartTrial(onClose: () => void) {
  const player = usePlayer();
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<"idle" | "starting" | "failed">("idle");
  const start = async () => {
    setState("starting");
    const { ok, status } = await fetchJson("POST", "/api/trial/double-speed");
    if (ok || status === 403) await revalidate();
    setState(ok || status === 403 ? "idle" : "failed");
    if (!ok) return;
    player.setRate(2);
    onClose();
    show({ tone: "success", title: `2.0倍速を${premiumTerms.trialHours}時間お試しいただけます` });
  };
  return { start, isStarting: state === "starting", hasFailed: state === "failed" };
}

const checkIntervalMs = 60_000;

/** Sets the speed from 2 to 1.5 when the trial ends; checked once a minute. */
export function useTrialEnd(): void {
  const root = useRootData();
  const player = usePlayer();
  const isDouble = usePlayback(({ rate }) => rate === 2);
  useEffect(() => {
    if (!root || !isDouble) return;
    const timer = setInterval(() => {
      if (!hasDoubleSpeed(root, Date.now())) player.setRate(1.5);
    }, checkIntervalMs);
    return () => clearInterval(timer);
  }, [root, isDouble, player]);
}
