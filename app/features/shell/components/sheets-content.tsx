import { useQueuedLikes } from "#app/features/likes/queued-likes.ts";
import { AdBreak } from "#app/features/playback/ad-break/ad-card.tsx";
import { usePlaybackToasts } from "#app/features/playback/hooks/use-playback-toasts.ts";
import { usePauses } from "#app/features/playback/pauses/use-pauses.ts";
import { QueueSheet } from "#app/features/playback/queue/queue-sheet.tsx";
import { PlayerScreen } from "#app/features/playback/sheets/player-screen.tsx";
import { SettingsSheet } from "#app/features/playback/sheets/settings-sheet.tsx";
import type { SheetName, SheetTrack } from "#app/features/playback/sheets/sheets.tsx";
import { useShortcuts } from "#app/features/playback/shortcuts/shortcuts.ts";
import { ShortcutsSheet } from "#app/features/playback/shortcuts/shortcuts-sheet.tsx";
import { SleepTimerSheet } from "#app/features/playback/sleep-timer/sleep-timer-sheet.tsx";
import { DoubleSpeedSheet, SpeedSheet, useTrialEnd } from "#app/features/playback/speed/speed-sheet.tsx";
import { AddToPlaylistSheet } from "#app/features/playlists/bookmark/components/add-to-playlist-sheet.tsx";
import { usePremiumCache } from "#app/features/premium/hooks/use-premium-cache.ts";
import { NotificationClickHandler } from "#app/features/push/components/notification-click-handler.tsx";

const sheets = [
  ["player", PlayerScreen],
  ["queue", QueueSheet],
  ["sleep", SleepTimerSheet],
  ["speed", SpeedSheet],
  ["double-speed", DoubleSpeedSheet],
  ["shortcuts", ShortcutsSheet],
  ["settings", SettingsSheet],
  ["playlists", AddToPlaylistSheet],
] as const;

/** All sheets of the player, and what pages need soon but not at once. Loaded after the page's start. */
export function SheetsContent(props: {
  open: readonly SheetName[];
  track: SheetTrack | null;
  onClose: (name: SheetName) => void;
}) {
  const { open, track, onClose } = props;
  useShortcuts();
  usePlaybackToasts();
  usePauses();
  useTrialEnd();
  usePremiumCache();
  useQueuedLikes();
  return (
    <>
      {sheets.map(([name, Sheet]) => (
        <Sheet key={name} open={open.includes(name)} track={track} onClose={() => onClose(name)} />
      ))}
      <AdBreak />
      <NotificationClickHandler />
    </>
  );
}
