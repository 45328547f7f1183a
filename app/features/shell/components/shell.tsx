import { type ReactNode, useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { createPath, useLocation, useNavigation, useRevalidator } from "react-router";
import { AnalyticsScript } from "#app/features/consent/components/analytics-script.tsx";
import { ConsentBanner } from "#app/features/consent/components/consent-banner.tsx";
import { endCoverFlow, startCoverFlow } from "#app/features/covers/cover-flow.ts";
import { GenerationWatch } from "#app/features/creation/tasks/components/generation-watch.tsx";
import { useEventStream } from "#app/features/events/hooks/use-events.ts";
import { memberTopics } from "#app/features/events/topics.ts";
import { usePendingLike } from "#app/features/likes/like-button.tsx";
import { useListeningReport } from "#app/features/listening/use-listening-report.ts";
import { useLiveUnread } from "#app/features/notifications/unread/use-unread.ts";
import { PlayerPanel } from "#app/features/playback/components/player-panel.tsx";
import { useHasPlayed } from "#app/features/playback/hooks/use-player.tsx";
import { readDeviceOwner, writeDeviceOwner } from "#app/features/site/device-owner.ts";
import { useInstalledApp } from "#app/features/site/installed-app.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { useFlash } from "#app/features/site/use-flash.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { classNames } from "#app/ui/class-names.ts";
import { hasTypedText } from "#app/ui/form/has-typed-text.ts";
import { Notice } from "#app/ui/notice.tsx";
import { usePlainLinks } from "#app/ui/plain-link.tsx";
import { Seal } from "#app/ui/seal.tsx";
import { useLazyComponent } from "#app/ui/use-lazy-component.ts";
import { isWaitingForNetwork, recordNextPage, subscribeToNetworkWait } from "../route-module-failure.ts";
import { useRemoveQueryParameter } from "../use-remove-query-parameter.ts";
import { isTrackPage, Navigation } from "./navigation.tsx";
import { SideMenu } from "./side-menu.tsx";
import { LikeForm } from "./track-menu-links.tsx";

const loadDock = () =>
  import("#app/features/playback/components/player-dock.tsx").then(({ PlayerDock }) => PlayerDock);

/** Navigation, menu and player of every screen. Works without the root loader's data. */
export function Shell({ children }: { children: ReactNode }) {
  const root = useRootData();
  const user = root?.user ?? null;
  const { pathname, search } = useLocation();
  const hasSound = useHasPlayed();
  const keyboardOpen = useKeyboardOpen();
  const bare = isBarePath(pathname);
  // Home's first page has a large player of its own: the panel in wide windows or without a track.
  const isHome = pathname === "/";
  const hasStage = isHome && !new URLSearchParams(search).has("cursor");
  // A track's page is a player itself.
  const isTrack = isTrackPage(pathname);
  usePendingLike(root?.isMember ? user?.id : undefined);
  useListeningReport(root?.isMember);
  useUserRefresh();
  useDeviceOwner();
  useInstalledApp();
  useRemoveQueryParameter("pwa");
  useEventStream(memberTopics, root?.isMember ?? false);
  useLiveUnread();
  usePlainLinks((link) => isTrackPage(link.pathname) && startCoverFlow(link));
  useEffect(() => (isTrack ? () => endCoverFlow(pathname) : undefined), [isTrack, pathname]);
  // Where it is missing the page still has its own controls.
  const PlayerDock = useLazyComponent({ load: loadDock, isWanted: hasSound, onMissing: () => undefined });
  return (
    <>
      <a href="#content" className="skip-link">
        本文へ移動
      </a>
      <NavigationProgress />
      {!bare && <ConsentBanner />}
      {!bare && (
        <div className={classNames(keyboardOpen && "hidden rail:block")}>
          <Navigation isSignedIn={!root || user !== null} />
        </div>
      )}
      <AnalyticsScript />
      <main
        id="content"
        tabIndex={-1}
        className={classNames(
          bare ? "pb-6 outline-none" : "content",
          hasSound &&
            (bare ? "pb-28" : "max-rail:pb-[calc(9.5rem+env(safe-area-inset-bottom))] rail:max-panel:pb-28"),
        )}
      >
        <Announcement />
        <FlashNotice />
        {children}
      </main>
      {!bare && !hasStage && !isTrack && <PlayerPanel />}
      <div
        data-floating={hasSound || undefined}
        className={classNames(
          "pointer-events-none fixed inset-x-2 z-20 mx-auto max-w-140 *:pointer-events-auto",
          bare || keyboardOpen
            ? "bottom-[calc(0.5rem+env(safe-area-inset-bottom))]"
            : "bottom-[calc(4px+var(--navigation)+env(safe-area-inset-bottom))] rail:bottom-4 rail:left-24",
          !bare && !keyboardOpen && !isTrack && "panel:hidden",
        )}
      >
        {PlayerDock && <PlayerDock />}
      </div>
      {!bare && <GenerationWatch />}
      <SideMenu />
      <LikeForm />
    </>
  );
}

const bare = new Set([
  "/premium",
  "/premium-success",
  "/invalid-invitation",
  "/pending-approval",
  "/access-denied",
  "/invitation-required",
  "/closed-beta",
]);

/** Whether a page has no navigation. */
export function isBarePath(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return bare.has(path) || path.startsWith("/i/");
}

/** HTML of the server: no page carries a component for what is nearly never there. */
function Announcement() {
  const html = useRootData()?.announcement;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: its texts are escaped (`announcementHtml`)
  return html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : null;
}

function FlashNotice() {
  const text = useFlash();
  if (!text) return null;
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 rail:px-6">
      <Notice
        tone="success"
        live="politely"
        title={
          <>
            {text.seal && <Seal text={text.seal} />}
            {text.title}
          </>
        }
      >
        {text.description}
      </Notice>
    </div>
  );
}

/** Hidden for the first 150 ms. Says so when it waits for the network. */
function NavigationProgress() {
  const { state, location: next } = useNavigation();
  useEffect(() => recordNextPage(next && createPath(next)), [next]);
  const isWaiting = useSyncExternalStore(subscribeToNetworkWait, isWaitingForNetwork, () => false);
  if (state === "idle") return null;
  if (isWaiting) {
    return (
      <div className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto w-full max-w-160 px-4 pt-4 rail:px-6">
        <Notice tone="warning" live="politely" title="接続できませんでした">
          インターネット接続をご確認ください。つながると、自動で表示します。
        </Notice>
      </div>
    );
  }
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] overflow-hidden">
      <span className="sr-only">読み込み中</span>
      <div className="h-full origin-left animate-travel bg-accent" />
    </div>
  );
}

/** A viewport that shrinks by more, while a text field has the focus, shows an on-screen keyboard. */
const keyboardPx = 150;

/** `tallest`: greatest height at this width; both in CSS px without pinch zoom. */
export function isKeyboardOpen(options: { tallest: number; height: number }): boolean {
  return options.tallest - options.height > keyboardPx;
}

let tallest = 0;
let width = 0;

function measure(): boolean {
  const viewport = window.visualViewport;
  if (!viewport) return false;
  if (width !== window.innerWidth) {
    width = window.innerWidth;
    tallest = 0;
  }
  // Pinch zoom shrinks the visual viewport too; the scale undoes that.
  const height = viewport.height * viewport.scale;
  tallest = Math.max(tallest, height);
  // Split screens and resized windows shrink the viewport too.
  return isKeyboardOpen({ tallest, height }) && Boolean(document.activeElement?.matches(":read-write"));
}

function subscribe(listener: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  window.visualViewport?.addEventListener("resize", listener, { signal });
  document.addEventListener("focusin", listener, { signal });
  document.addEventListener("focusout", listener, { signal });
  return () => ending.abort();
}

function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, measure, () => false);
}

/**
 * Clears this device's data when a page belongs to another user or none: the session ended elsewhere, or somebody else signed
 * in. A log-out here clears it by `Clear-Site-Data`, but on an operator's browser, where it is this that clears.
 */
function useDeviceOwner(): void {
  const root = useRootData();
  const userId = root && (root.user?.id ?? null);
  useEffect(() => {
    // Without root data the user is unknown.
    if (userId === undefined) return;
    // The app icon's badge survives a log-out.
    if (userId === null) void navigator.clearAppBadge?.().catch(() => undefined);
    const owner = readDeviceOwner();
    if (owner === userId) return;
    if (owner === null) writeDeviceOwner(userId);
    // Offline: the next page retries.
    else
      import("../clear-device-data.ts").then(
        ({ clearDeviceData: forgetOwner }) => forgetOwner(userId),
        () => undefined,
      );
  }, [userId]);
}

const restMs = 5000;
const waitingMs = 30_000;

/**
 * Fetches the user when the page becomes visible, and every 30 s on the page that waits for approval. If it differs from the
 * page's (logged out, denied or approved elsewhere), revalidates, unless a form holds unsent text: submitting that will tell.
 */
function useUserRefresh(): void {
  const root = useRootData();
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const lastAsked = useRef(0);
  const look = useEffectEvent(async () => {
    if (!root || state !== "idle" || document.visibilityState !== "visible" || !navigator.onLine) return;
    if (Date.now() - lastAsked.current < restMs) return;
    lastAsked.current = Date.now();
    const { status, body } = await fetchJson("GET", "/api/auth/user");
    if (status !== 200 && status !== 401) return;
    const user = status === 200 ? body : null;
    if (JSON.stringify(user) !== JSON.stringify(root.user) && !hasTypedText()) void revalidate();
  });
  useEffect(() => {
    // The server has just rendered the page.
    lastAsked.current = Date.now();
    const ask = () => void look();
    window.addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      window.removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  const waits = pathname === "/pending-approval" && root?.user?.state === "pending";
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void look(), waitingMs);
    return () => clearInterval(timer);
  }, [waits]);
}
