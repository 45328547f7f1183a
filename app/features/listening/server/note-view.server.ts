import { type CountSender, noteOfListener } from "./note-of-listener.server.ts";

/** Takes note that a playlist's page was opened, as `noteOfListener` does. A private one has no views. */
export function noteView(
  options: CountSender & { playlist: { id: number; userId: string; isPublic: boolean } },
): void {
  const { id, userId: ownerId, isPublic } = options.playlist;
  if (isPublic) noteOfListener(options, { kind: "view", id, ownerId });
}
