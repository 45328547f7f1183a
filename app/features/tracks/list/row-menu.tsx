import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";
import { type TrackMenuProps, useTrackSlots } from "#app/features/playback/track-slots.ts";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import type { TrackListItem } from "../track-list-item.ts";

interface RowMenuProps {
  track: TrackListItem;
  /** Where the list knows it. */
  isLiked?: boolean | undefined;
  /** What this list can do with the track, beside what all can: entries that work without JavaScript. */
  children?: ReactNode;
}

/**
 * 「⋯」 of a row: a `<details>` with plain links and forms. With JavaScript a click opens a sheet with more entries instead, whose
 * code is loaded then; where that fails the plain ones open.
 */
export function RowMenu({ track, isLiked, children }: RowMenuProps) {
  const { TrackMenuLinks, loadTrackMenu } = useTrackSlots();
  const [Menu, setMenu] = useState<ComponentType<TrackMenuProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const press = (event: MouseEvent<HTMLElement>) => {
    const details = event.currentTarget.parentElement;
    // Opened before the page's scripts were there: this click closes it.
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
      <details>
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
