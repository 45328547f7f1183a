import { useEffect, useRef } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { useBackCloses } from "#app/ui/dialog/sheet-entries.ts";
import { FullPlayer } from "../components/full-player.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import type { SheetProps } from "./sheets.tsx";

/** The full player as a dialog: fills a phone's screen, centred in larger windows. */
export function PlayerScreen({ open, onClose }: SheetProps) {
  const track = usePlayback(({ track }) => track);
  const name = usePlayback(({ queue }) => queue?.name ?? "");
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = open && track !== null;
  useBackCloses(isOpen, onClose);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      data-player
      aria-label="プレーヤー"
      onCancel={onClose}
      onClose={(event) => !event.currentTarget.open && onClose()}
      className="m-auto h-dvh max-h-none w-full max-w-none bg-paper text-ink open:flex open:animate-appear rail:h-auto rail:max-h-[92dvh] rail:max-w-110 rail:rounded-[20px] rail:shadow-floating"
    >
      <div className="mx-auto flex w-full max-w-110 flex-col overflow-y-auto px-4 pt-[max(0.5rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))] rail:px-6">
        <div className="flex items-center justify-between gap-2">
          <IconButton icon="down" label="プレーヤーを閉じる" onClick={onClose} className="-ml-2" />
          <p className="min-w-0 truncate text-xs text-muted">{name}</p>
          <span className="w-9" />
        </div>
        {isOpen && <FullPlayer track={track} brushId="screen-brush" className="flex-1" />}
      </div>
    </dialog>
  );
}
