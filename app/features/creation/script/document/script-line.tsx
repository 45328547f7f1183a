import type { ReactNode } from "react";
import type { SpeakerNames } from "#app/engines/script/script.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { lineActs } from "./line-acts.ts";

interface ScriptLineProps {
  name: string;
  line: number;
  lineCount: number;
  speaker: string | undefined;
  text: string;
  names: SpeakerNames;
  isSending: boolean;
  sound: ReactNode;
}

/** Voice, words, and buttons to move, divide and join. */
export function ScriptLine(props: ScriptLineProps) {
  const { name, line, lineCount, speaker, text, names, isSending, sound } = props;
  const number = line + 1;
  const label = `${number}行目`;
  const isLast = number === lineCount;
  return (
    <li id={`line-${number}`} className="scroll-mt-20">
      <div className="relative flex flex-wrap items-center gap-x-2 pr-12 pb-1">
        <select
          name={`${name}.speaker`}
          defaultValue={speaker}
          aria-label={`${label}の声`}
          className={classNames(
            "min-h-11 shrink-0 rounded-card border border-line-strong bg-surface px-3 text-base font-bold",
            names.A || names.B ? "w-32 truncate" : "w-16",
          )}
        >
          <option value="A">{names.A ?? "A"}</option>
          <option value="B">{names.B ?? "B"}</option>
        </select>
        <span className="flex-1" />
        {sound}
        <IconButton
          type="submit"
          name="act"
          value={`up:${line}`}
          icon="up"
          label={`${label}を上へ`}
          disabled={line === 0}
        />
        <IconButton
          type="submit"
          name="act"
          value={`down:${line}`}
          icon="down"
          label={`${label}を下へ`}
          disabled={isLast}
        />
        <details className="-mr-12 basis-full">
          <summary
            aria-label={`${label}の操作`}
            className="absolute top-0 right-0 grid size-11 cursor-pointer list-none place-items-center rounded-full text-lg hover:bg-sunken [&::-webkit-details-marker]:hidden"
          >
            <Icon name="more" />
          </summary>
          <div className="flex flex-wrap gap-2 py-2">
            <ActButton act="split" line={line}>
              分ける
            </ActButton>
            {!isLast && (
              <ActButton act="merge" line={line}>
                次の行とつなぐ
              </ActButton>
            )}
            <ActButton act="add" line={line} icon="plus">
              下に行を足す
            </ActButton>
            {lineCount > 1 && (
              <ActButton act="remove" line={line} icon="trash">
                行を消す
              </ActButton>
            )}
          </div>
        </details>
      </div>
      <textarea
        name={`${name}.text`}
        defaultValue={text}
        aria-label={label}
        readOnly={isSending}
        rows={Math.min(8, Math.ceil(text.length / 22) || 1)}
        className={classNames(
          "block min-h-12 w-full resize-y field-sizing-content rounded-card border border-line-strong bg-surface px-4 py-2.5",
          "text-base leading-[1.7] text-ink focus:border-accent",
        )}
      />
    </li>
  );
}

interface ActButtonProps {
  act: (typeof lineActs)[number];
  line: number;
  icon?: IconName;
  children: string;
}

function ActButton({ act, line, icon, children }: ActButtonProps) {
  return (
    <Button variant="quiet" name="act" value={`${act}:${line}`} icon={icon}>
      {children}
    </Button>
  );
}

export function ScriptToolbar({ canUndo, canRedo }: { canUndo: boolean; canRedo: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" name="act" value="undo" disabled={!canUndo}>
        元に戻す
      </Button>
      <Button variant="quiet" name="act" value="redo" disabled={!canRedo}>
        やり直す
      </Button>
      <Button variant="quiet" name="act" value="swap-all">
        声を入れ替える
      </Button>
    </div>
  );
}
