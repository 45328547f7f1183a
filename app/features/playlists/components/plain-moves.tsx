import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { itemPath } from "../playlist-path.ts";

/** The one form that the buttons of all rows send. */
export const plainMovesForm = "move-item";

interface PlainMovesProps {
  track: ListedTrack;
  path: string;
  before: ListedTrack | undefined;
  after: ListedTrack | undefined;
}

/** Moves a row without JavaScript: by one, or on a page of its own. */
export function PlainMoves({ track, path, before, after }: PlainMovesProps) {
  if (!track.listed) return null;
  const { itemId, order } = track.listed;
  const action = itemPath({ path, itemId });
  const look = `${buttonClass({ variant: "quiet" })} relative z-10`;
  const ways = [
    { icon: "up", label: "上へ", to: before?.listed?.order ?? order - 1 },
    { icon: "down", label: "下へ", to: after?.listed?.order ?? order + 1 },
  ] as const;
  return (
    <div className="flex flex-wrap justify-end gap-2 pb-3">
      {ways.map(({ icon, label, to }) => (
        <button
          key={icon}
          type="submit"
          form={plainMovesForm}
          formAction={action}
          name="order"
          value={to}
          disabled={to < 1}
          aria-label={`「${track.title}」を${label}`}
          className={look}
        >
          <Icon name={icon} />
        </button>
      ))}
      <a href={action} aria-label={`「${track.title}」を移動する、または外す`} className={look}>
        移動・外す
      </a>
    </div>
  );
}
