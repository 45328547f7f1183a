import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { AnalyticsScript } from "#app/features/analytics/analytics-script.tsx";
import { ConsentBanner } from "#app/features/consent/components/consent-banner.tsx";
import { GenerationWatch } from "#app/features/creation/components/generation-watch.tsx";
import { usePendingLike } from "#app/features/likes/hooks/use-pending-like.ts";
import { useListeningReport } from "#app/features/listening/hooks/use-listening-report.ts";
import { useFreshUnread } from "#app/features/notifications/hooks/use-unread.ts";
import { usePlaybackToasts } from "#app/features/playback/components/playback-trouble.tsx";
import { PlayerDock } from "#app/features/playback/components/player-dock.tsx";
import { PlayerPanel } from "#app/features/playback/components/player-panel.tsx";
import { useHasPlayed } from "#app/features/playback/hooks/use-has-played.ts";
import { useShortcuts } from "#app/features/playback/hooks/use-shortcuts.ts";
import { useTrialEnd } from "#app/features/playback/hooks/use-trial-end.ts";
import { classNames } from "#app/ui/class-names.ts";
import { isBarePath } from "../bare-paths.ts";
import { useDeviceOwner } from "../hooks/use-device-owner.ts";
import { useDropParameter } from "../hooks/use-drop-parameter.ts";
import { useFreshUser } from "../hooks/use-fresh-user.ts";
import { useRootData } from "../hooks/use-root-data.ts";
import { useInstalledApp } from "../installed-app.ts";
import { useKeyboardOpen } from "../keyboard.ts";
import { offlinePath } from "../offline-path.ts";
import { FlashNotice } from "./flash-notice.tsx";
import { Navigation } from "./navigation.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { SideMenu } from "./side-menu.tsx";

/** What stands around every screen: navigation, menu, player. Works without the root loader's data. */
export function Shell({ children }: { children: ReactNode }) {
  const root = useRootData();
  const user = root?.user ?? null;
  const { pathname, search } = useLocation();
  const hasSound = useHasPlayed();
  const keyboardOpen = useKeyboardOpen();
  const bare = isBarePath(pathname);
  // Home has a stage of its own, which is the panel in a wide window; the pages that follow its first have none.
  const isHome = pathname === "/";
  const hasStage = isHome && !new URLSearchParams(search).has("cursor");
  const mini = bare || keyboardOpen || isHome;
  usePendingLike(root?.isMember ?? false);
  useListeningReport(root?.isMember ?? false);
  useFreshUser();
  useDeviceOwner();
  useInstalledApp();
  useDropParameter("pwa");
  useFreshUnread();
  usePlaybackToasts();
  useShortcuts();
  useTrialEnd();
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-accent px-5 py-2.5 font-bold text-on-accent focus:translate-y-0"
      >
        本文へ移動
      </a>
      <NavigationProgress />
      {!bare && <ConsentBanner />}
      <AnalyticsScript />
      <main
        id="content"
        tabIndex={-1}
        className={classNames(
          "outline-none",
          bare
            ? "pb-6"
            : "pb-[calc(5rem+env(safe-area-inset-bottom))] rail:pb-10 rail:pl-22 panel:pr-[340px] wide:pl-52",
          hasSound &&
            (bare ? "pb-40" : "max-rail:pb-[calc(12.5rem+env(safe-area-inset-bottom))] rail:max-panel:pb-40"),
        )}
      >
        <FlashNotice />
        {children}
      </main>
      {!bare && !hasStage && <PlayerPanel className="fixed inset-y-0 right-0 hidden w-[340px] panel:flex" />}
      <div
        data-floating={hasSound || undefined}
        className={classNames(
          "pointer-events-none fixed inset-x-2 z-20 mx-auto max-w-140 *:pointer-events-auto",
          bare || keyboardOpen
            ? "bottom-[calc(0.5rem+env(safe-area-inset-bottom))]"
            : "bottom-[calc(68px+env(safe-area-inset-bottom))] rail:bottom-4 rail:left-24 panel:hidden",
        )}
      >
        <PlayerDock mini={mini} className={mini ? "w-[120px]" : undefined} />
      </div>
      {!bare && (
        <div className={classNames(keyboardOpen && "hidden rail:block")}>
          <Navigation isSignedIn={user !== null || pathname === offlinePath} />
        </div>
      )}
      {!bare && <GenerationWatch />}
      <SideMenu />
    </>
  );
}
