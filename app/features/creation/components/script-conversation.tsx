import { classNames } from "#app/ui/class-names.ts";
import { parseScript } from "../script-turns.ts";

/** A script as the talk it will be: A on the left, B on the right. For reading; it can't be edited. */
export function ScriptConversation({ script }: { script: string }) {
  return (
    <ol aria-label="台本" className="space-y-3 py-1">
      {parseScript(script).map((turn, position) => {
        const left = turn.speaker === "A";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn is known by its place; the list never reorders.
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
