import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { TimelineEntry } from "./inquiries.ts";

const icons: Record<TimelineEntry["kind"], IconName> = {
  reply: "mail",
  note: "edit",
  handle: "check",
  reopen: "refresh",
};

/** What operators wrote and did about a case, the oldest first; nothing when that is nothing. */
export function CaseTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="経過" className="space-y-3 border-l-2 border-line pl-4 text-sm">
      {entries.map(({ id, kind, label, author, at, text }) => (
        <li key={id}>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
            <Icon name={icons[kind]} />
            <span className="font-bold text-ink">{label}</span>
            <span>{author}</span>
            <span className="tabular-nums">{at}</span>
          </p>
          {text && (
            <p
              className={classNames(
                "mt-1 rounded-card px-3 py-2 whitespace-pre-wrap wrap-anywhere",
                kind === "reply" ? "bg-voice-a-tint" : "bg-sunken",
              )}
            >
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
