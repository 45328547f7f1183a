import type { ReactNode } from "react";
import { LoginPromptProvider } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { ConsentProvider } from "#app/features/consent/use-consent.tsx";
import { LikeCount } from "#app/features/likes/like-button.tsx";
import { createPlayer } from "#app/features/playback/hooks/player.ts";
import { PlayerProvider } from "#app/features/playback/hooks/use-player.tsx";
import { SheetsProvider } from "#app/features/playback/sheets/sheets.tsx";
import { TrackSlotsContext } from "#app/features/playback/track-slots.ts";
import { PlayerBookmarkButton } from "#app/features/playlists/bookmark/components/bookmark-button.tsx";
import { TrackMenuLinks } from "./track-menu-links.tsx";

/** One for the document. On the server, where all requests share it, nothing changes it. */
const player = createPlayer(() =>
  import("#app/features/offline/hooks/downloaded-audio.ts").then(({ downloadedAudio }) => downloadedAudio),
);

const loadTrackMenu = () => import("./track-menu.tsx").then(({ TrackMenu }) => TrackMenu);

/** The rows' menu comes along, so that it opens without a network too. */
const loadSheets = () =>
  Promise.all([import("./sheets-content.tsx"), loadTrackMenu()]).then(([sheets]) => sheets);

/** What other features add to the rows of all lists of tracks, and to the player. */
const trackSlots = {
  LikeCount,
  TrackMenuLinks,
  loadTrackMenu,
  PlayerBookmarkButton,
};

/** For all pages but the console's. Works without the root loader's data. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <PlayerProvider player={player}>
      <ConsentProvider>
        <LoginPromptProvider>
          <TrackSlotsContext value={trackSlots}>
            <SheetsProvider load={loadSheets}>{children}</SheetsProvider>
          </TrackSlotsContext>
        </LoginPromptProvider>
      </ConsentProvider>
    </PlayerProvider>
  );
}
