import type { ListControls } from "#app/features/tracks/components/more-tracks.tsx";
import { withCursor } from "#app/lib/with-cursor.ts";
import type { Player } from "../playback/playback.ts";
import { type Move, movedPage } from "./moved-page.ts";

/**
 * Takes a move that the server has made into the list that is loaded, and into the queue if the playlist is being
 * played. `call` answers with the playlist's tracks, without a cursor.
 */
export function keepInOrder(
  move: Move,
  o: { controls: ListControls; player: Player; path: string; call: string },
): void {
  const before = o.controls.loaded();
  const moved = before.tracks.find(({ listed }) => listed?.itemId === move.itemId);
  if (!moved) return;
  const list = movedPage(before, move);
  o.controls.change(list);
  const index = list.tracks.findIndex(({ id }) => id === moved.id);
  o.player.moveInQueue(o.path, {
    trackId: moved.id,
    to: index < 0 ? move.order - 1 : index,
    list: { tracks: list.tracks, next: list.next === null ? null : withCursor(o.call, list.next) },
  });
}
