import { Fragment, type ReactNode, useId } from "react";
import type { TrackListItem } from "../track-list-item.ts";
import { TrackRow } from "./track-row.tsx";

export interface RowsProps {
  tracks: readonly TrackListItem[];
  label: string;
  isGrid?: boolean | undefined;
  /** With what stands below it; `position` from 0. */
  renderRow: (track: TrackListItem, position: number) => ReactNode;
  keyOf: (track: TrackListItem) => string | number;
}

interface TrackListProps {
  tracks: readonly TrackListItem[];
  label: string;
  isGrid?: boolean | undefined;
  renderRow?: RowsProps["renderRow"] | undefined;
  keyOf?: RowsProps["keyOf"] | undefined;
  /** A group's heading; its tracks must be adjacent. */
  groupOf?: ((track: TrackListItem) => string) | undefined;
  renderRows?: ((list: RowsProps) => ReactNode) | undefined;
}

/** A row links to the track's page, its button plays it. */
export function TrackList(props: TrackListProps) {
  const { tracks, label, isGrid, keyOf = idOf, groupOf, renderRows = defaultRows } = props;
  const { renderRow = isGrid ? defaultTile : defaultRow } = props;
  if (!groupOf) return renderRows({ tracks, label, isGrid, renderRow, keyOf });
  const groups: { name: string; tracks: TrackListItem[] }[] = [];
  for (const track of tracks) {
    const name = groupOf(track);
    const last = groups.at(-1);
    if (last?.name === name) last.tracks.push(track);
    else groups.push({ name, tracks: [track] });
  }
  return (
    <div className="space-y-6">
      {groups.map((group) => (
        <Group key={group.name} name={group.name}>
          <Rows
            tracks={group.tracks}
            label={`${group.name}の${label}`}
            isGrid={isGrid}
            renderRow={renderRow}
            keyOf={keyOf}
          />
        </Group>
      ))}
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-1 text-sm font-bold text-muted">
        {name}
      </h2>
      {children}
    </section>
  );
}

function Rows({ tracks, label, isGrid, renderRow, keyOf }: RowsProps) {
  return (
    <ul aria-label={label} className={isGrid ? "tiles" : "-mx-2 divide-y divide-line"}>
      {tracks.map((track, position) => (
        <Fragment key={keyOf(track)}>{renderRow(track, position)}</Fragment>
      ))}
    </ul>
  );
}

const idOf = ({ id }: TrackListItem) => id;
const defaultRow = (track: TrackListItem) => <TrackRow track={track} />;
const defaultTile = (track: TrackListItem) => <TrackRow track={track} isTile />;
const defaultRows = (list: RowsProps) => <Rows {...list} />;
