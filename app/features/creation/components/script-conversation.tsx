import type { ReactNode } from "react";
import type { Claim } from "#app/engines/fact-check/fact-check.schema.ts";
import { parseScript, type Speaker, type SpeakerNames } from "#app/engines/script/script.ts";
import { ClaimList } from "#app/features/tracks/transcript/claim-list.tsx";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

interface ScriptConversationProps {
  script: string;
  claims?: readonly Claim[] | undefined;
  names?: SpeakerNames | undefined;
  drawLine?: ((line: number) => ReactNode) | undefined;
  drawNote?: ((line: number) => ReactNode) | undefined;
  below?: { line: number; content: ReactNode } | undefined;
}

/** Read-only: A on the left, B on the right. */
export function ScriptConversation({
  script,
  claims = [],
  names = {},
  drawLine,
  drawNote,
  below,
}: ScriptConversationProps) {
  return (
    <ol aria-label="台本" className="space-y-3 py-1">
      {parseScript(script).map((turn, position) => {
        const left = turn.speaker === "A";
        const name = names[turn.speaker];
        const ofTurn = claims.filter(({ line }) => line === position);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids, and the list never reorders.
            key={position}
            className={classNames("flex items-start gap-2", !left && "flex-row-reverse")}
          >
            {name === undefined && (
              <span
                className={classNames(
                  "grid size-7 shrink-0 place-items-center rounded-full text-xs font-bold",
                  left ? "bg-voice-a-tint text-voice-a" : "bg-voice-b-tint text-voice-b",
                )}
              >
                {turn.speaker}
              </span>
            )}
            <div className="max-w-[82%]">
              {name !== undefined && <SpeakerName speaker={turn.speaker} name={name} />}
              <p
                className={classNames(
                  "rounded-card px-4 py-2.5 text-base leading-[1.7] whitespace-pre-line text-pretty",
                  left ? "rounded-bl-[3px] bg-voice-a-tint" : "rounded-br-[3px] bg-voice-b-tint",
                )}
              >
                {drawLine?.(position) ?? withoutPlaceReadings(turn.text)}
              </p>
              {drawNote?.(position)}
              {ofTurn.length > 0 && <TurnClaims claims={ofTurn} />}
              {below?.line === position && below.content}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

export function SpeakerName({ speaker, name }: { speaker: Speaker; name: string }) {
  return (
    <p
      className={classNames(
        "pb-1 text-xs font-bold",
        speaker === "A" ? "text-voice-a" : "text-right text-voice-b",
      )}
    >
      {name}
    </p>
  );
}

/** Folded, unless one was looked up. */
export function TurnClaims({ claims }: { claims: readonly Claim[] }) {
  const isChecked = claims.some(({ verdict }) => verdict !== "unchecked");
  return (
    <details open={isChecked} className="group text-sm">
      <summary className="flex min-h-11 items-center gap-1 text-muted">
        <Icon name="down" className="transition-transform group-open:rotate-180" />
        {isChecked ? `事実の確認 ${claims.length}件` : `要確認 ${claims.length}件`}
      </summary>
      <ClaimList claims={claims} />
    </details>
  );
}

export function LabelChips({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <ul aria-label="カテゴリー" className="flex flex-wrap gap-2">
      {labels.map((label) => (
        <li key={label}>
          <Badge>{label}</Badge>
        </li>
      ))}
    </ul>
  );
}
