import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { officialAccount } from "#app/features/accounts/account.ts";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { adBreakTerms } from "#app/features/premium/ad-free.ts";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { premiumTerms } from "#app/features/premium/premium.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useModalHost } from "#app/ui/dialog/use-modal-host.ts";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import { trackAfter } from "../queue/play-queue.ts";
import { provideAdCard } from "./ad-break.ts";

export function AdBreak() {
  useEffect(provideAdCard, []);
  const endsAt = usePlayback(({ adBreakEndsAt }) => adBreakEndsAt);
  return endsAt !== null && <AdCard key={endsAt} endsAt={endsAt} />;
}

/** What the official account says: where premium is not sold, it tells about the site instead. */
const messages = {
  premium: {
    title: "プレミアムなら、ご案内なし",
    text: `2.0倍速も、高音質も。月${premiumTerms.price}円（税込）`,
    link: "/premium",
    label: "プレミアムを見る",
  },
  site: {
    title: "文章が、ふたりの声の番組に",
    text: "Mugenでできることをご案内しています。",
    link: "/faq",
    label: "よくある質問を見る",
  },
} as const;

/** `endsAt`: epoch ms. Rendered in the open modal dialog, if there is one. Never takes the focus. */
function AdCard({ endsAt }: { endsAt: number }) {
  const player = usePlayer();
  const { element } = useModalHost();
  const message = messages[useIsPremiumSold() ? "premium" : "site"];
  const secondsLeft = useSecondsLeft(endsAt);
  const next = usePlayback(
    ({ queue, track }) => (queue && track && trackAfter(queue, track.id)?.title) ?? "",
  );
  const announcement = useAnnouncement(
    `Mugenからのご案内です。${adBreakTerms.seconds}秒後に次の音声を再生します。`,
  );
  return createPortal(
    <section
      ref={raise}
      popover="manual"
      data-ad-card
      aria-label="Mugenからのご案内"
      className={classNames(
        "fixed inset-x-2 z-40 m-0 mx-auto h-fit w-auto max-w-140 animate-appear rounded-card border border-gold/40 bg-surface p-4 text-left text-ink shadow-floating backdrop:bg-transparent",
        element === document.body
          ? "top-auto bottom-[calc(68px+env(safe-area-inset-bottom))] rail:bottom-4 rail:left-24 panel:right-3 panel:left-auto panel:w-[316px]"
          : "top-[calc(12px+env(safe-area-inset-top))] bottom-auto",
      )}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="flex items-start gap-3">
        <Avatar {...officialAccount} width={44} className="size-11" />
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">広告・{officialAccount.name}</p>
          <p className="font-bold leading-snug">{message.title}</p>
          <p className="text-sm text-muted">{message.text}</p>
          <Link
            to={message.link}
            className="-mb-1 inline-flex min-h-11 items-center text-sm font-bold text-gold underline"
          >
            {message.label}
          </Link>
        </div>
      </div>
      <div className="flex items-center gap-3 border-t border-line pt-3">
        <p aria-hidden="true" className="min-w-0 flex-1 text-xs text-muted tabular-nums">
          <span className="block">あと{secondsLeft}秒で次の音声</span>
          <span className="block truncate text-ink">{next}</span>
        </p>
        <Button
          type="button"
          variant="quiet"
          icon="next"
          aria-label="ご案内をスキップして次の音声へ"
          onClick={() => player.next()}
        >
          スキップ
        </Button>
      </div>
    </section>,
    element,
  );
}

function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** `text` for a live region. Starts empty: screen readers announce only changes. */
function useAnnouncement(text: string): string {
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), 100);
    return () => clearTimeout(timer);
  }, [text]);
  return announcement;
}

/**
 * A ref that puts the box into the top layer, so that it shows above an open dialog. Returns the focus when the box is removed.
 */
function raise(box: HTMLElement | null) {
  if (!box) return;
  const before = document.activeElement;
  let hasFocus = false;
  const update = () => {
    hasFocus = box.contains(document.activeElement);
  };
  // Without popover support it stays a fixed box.
  box.showPopover?.();
  document.addEventListener("focusin", update);
  return () => {
    document.removeEventListener("focusin", update);
    if (hasFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
