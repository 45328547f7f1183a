import { PlaylistsSheet } from "#app/features/playlists/components/playlists-sheet.tsx";
import { FollowNotification } from "#app/features/push/components/follow-notification.tsx";
import type { SheetName, SheetTrack } from "../sheets.ts";
import { DoubleSpeedSheet } from "./double-speed-sheet.tsx";
import { PlayerScreen } from "./player-screen.tsx";
import { QueueSheet } from "./queue-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { ShortcutsSheet } from "./shortcuts-sheet.tsx";
import { SleepSheet } from "./sleep-sheet.tsx";
import { SpeedSheet } from "./speed-sheet.tsx";

const sheets = [
  ["player", PlayerScreen],
  ["queue", QueueSheet],
  ["sleep", SleepSheet],
  ["speed", SpeedSheet],
  ["double-speed", DoubleSpeedSheet],
  ["shortcuts", ShortcutsSheet],
  ["settings", SettingsSheet],
  ["playlists", PlaylistsSheet],
] as const;

/** All that opens over the page around the player. */
export function PlayerSheets(props: {
  open: readonly SheetName[];
  track: SheetTrack | null;
  onClose: (name: SheetName) => void;
}) {
  const { open, track, onClose } = props;
  return (
    <>
      {sheets.map(([name, Sheet]) => (
        <Sheet key={name} open={open.includes(name)} track={track} onClose={() => onClose(name)} />
      ))}
      {/* No sheet, but wanted on every page at rest as these are. */}
      <FollowNotification />
    </>
  );
}
