import type { LineSource } from "#app/engines/script/line-sources.ts";
import { Icon } from "#app/ui/icon.tsx";
import { lineSoundPath } from "../creation.ts";
import { LineSound } from "./line-sound.tsx";

interface LineNoteProps {
  taskId: string;
  line: number;
  /** Null where the text has none of its sentences. */
  source: LineSource | null;
}

/** Below a line of a script: its sound, and where its words stand in the text. */
export function LineNote({ taskId, line, source }: LineNoteProps) {
  return (
    <div className="flex items-start gap-1 text-xs text-muted">
      <LineSound src={lineSoundPath({ taskId, line })} line={line} />
      {source ? (
        <details className="group min-w-0">
          <summary className="flex min-h-11 items-center gap-1">
            原文の{source.paragraph}段落目
            <Icon name="down" className="transition-transform group-open:rotate-180" />
          </summary>
          <p className="pb-2 text-sm leading-[1.7] [overflow-wrap:anywhere]">
            {source.before}
            <mark className="bg-voice-a-tint text-ink">{source.words}</mark>
            {source.after}
          </p>
        </details>
      ) : (
        <p className="flex min-h-11 items-center">原文にない文</p>
      )}
    </div>
  );
}
