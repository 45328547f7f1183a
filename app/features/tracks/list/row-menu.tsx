import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";
import { type TrackMenuProps, useTrackSlots } from "#app/features/playback/track-slots.ts";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import type { TrackListItem } from "../track-list-item.ts";

interface RowMenuProps {
  track: TrackListItem;
  isLiked?: boolean | undefined;
  children?: ReactNode;
}

/** 「⋯」 of a row: a `<details>` with plain links; with JavaScript a sheet, unless loading it fails. */
export function RowMenu({ track, isLiked, children }: RowMenuProps) {
  const { TrackMenuLinks, loadTrackMenu } = useTrackSlots();
  const [Menu, setMenu] = useState<ComponentType<TrackMenuProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const press = (event: MouseEvent<HTMLElement>) => {
    const details = event.currentTarget.parentElement;
    // Opened before hydration: this click closes it.
    if (!loadTrackMenu || !(details instanceof HTMLDetailsElement) || details.open) return;
    event.preventDefault();
    loadTrackMenu().then(
      (loaded) => {
        setMenu(() => loaded);
        setIsOpen(true);
      },
      () => {
        details.open = true;
      },
    );
  };
  return (
    <>
      {/* Screen readers tell groups apart by their names. */}
      <details aria-label={track.title}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary
          aria-label={`「${track.title}」のメニュー`}
          onClick={press}
          className={iconOnlyClass("more")}
        />
        {TrackMenuLinks && <TrackMenuLinks track={track} isLiked={isLiked} />}
        {children}
      </details>
      {Menu && (
        <Menu track={track} isLiked={isLiked} open={isOpen} onClose={() => setIsOpen(false)}>
          {children}
        </Menu>
      )}
    </>
  );
}
