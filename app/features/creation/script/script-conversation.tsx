import { parseScript } from "#app/features/tracks/script.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";

/** A script as a chat, read-only: speaker A on the left, B on the right. */
export function ScriptConversation({ script }: { script: string }) {
  return (
    <ol aria-label="台本" className="space-y-3 py-1">
      {parseScript(script).map((turn, position) => {
        const left = turn.speaker === "A";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids, and the list never reorders.
          <li key={position} className={classNames("flex items-end gap-2", !left && "flex-row-reverse")}>
            <span
              className={classNames(
                "grid size-7 shrink-0 place-items-center rounded-full text-xs font-bold",
                left ? "bg-voice-a-tint text-voice-a" : "bg-voice-b-tint text-voice-b",
              )}
            >
              {turn.speaker}
            </span>
            <p
              className={classNames(
                "max-w-[82%] rounded-card px-4 py-2.5 text-base leading-[1.7] whitespace-pre-line text-pretty",
                left ? "rounded-bl-[3px] bg-voice-a-tint" : "rounded-br-[3px] bg-voice-b-tint",
              )}
            >
              {turn.text}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** The labels of a script; nothing when there are none. */
export function LabelChips({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <ul aria-label="ラベル" className="flex flex-wrap gap-2">
      {labels.map((label) => (
        <li key={label}>
          <Badge>{label}</Badge>
        </li>
      ))}
    </ul>
  );
}
