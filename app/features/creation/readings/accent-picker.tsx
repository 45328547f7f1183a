import { type PointerEvent, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError } from "#app/ui/form/field.tsx";
import { isHigh } from "./accent-line.tsx";

interface AccentPickerProps {
  morae: readonly string[];
  /** The pitch falls after this mora; 0 for none, null leaves it to the voice. */
  accent: number | null;
  onChoose: (accent: number | null) => void;
  /** Without JavaScript the line would not follow, so it is not drawn. */
  isLive: boolean;
  errors: string[] | undefined;
}

/** Width of a mora, and of what follows the last (px). */
const widths = { mora: 36, after: 72 };
const levels = { high: 4, low: 16 };

/** The accent as radio buttons over morae: press, drag or arrow keys. Plain radio buttons without JavaScript. */
export function AccentPicker({ morae, accent, onChoose, isLive, errors }: AccentPickerProps) {
  const row = useRef<HTMLDivElement>(null);
  const drag = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (buttons === 0) return;
    const input = document.elementFromPoint(clientX, clientY)?.closest("label")?.querySelector("input");
    if (!input || input.checked || !row.current?.contains(input)) return;
    input.checked = true;
    onChoose(Number(input.value));
  };
  const radio = (value: number | null) => ({
    type: "radio",
    name: "accent",
    value: value ?? "",
    defaultChecked: accent === value,
    onChange: () => onChoose(value),
    // Pressing the same one again is a choice too.
    onClick: () => onChoose(value),
  });
  const cell = (value: number, mora: number, label: string, text: string) => (
    <label
      key={mora}
      className={classNames(
        "relative flex cursor-pointer flex-col items-center rounded-card py-1 hover:bg-sunken has-checked:bg-voice-a-tint has-checked:font-bold has-checked:text-voice-a has-focus-visible:outline-2",
        value > 0 ? "w-9" : "w-18",
      )}
    >
      <input {...radio(value)} aria-label={label} className="sr-only" />
      <PitchCell accent={isLive ? accent : null} mora={mora} isLast={value === 0} />
      <span className={value > 0 ? "text-base" : "text-xs leading-6"}>{text}</span>
    </label>
  );
  return (
    <fieldset className="space-y-1">
      <legend className="text-sm font-bold">アクセント</legend>
      <p className="text-xs text-muted">声が下がる直前の音を選びます。</p>
      {errors?.[0] && <FieldError>{errors[0]}</FieldError>}
      <div
        ref={row}
        onPointerDown={drag}
        onPointerMove={drag}
        className="flex touch-pan-y flex-wrap items-end select-none"
      >
        {morae.map((mora, index) =>
          cell(index + 1, index + 1, `${index + 1}番目の「${mora}」のあとで下がる`, mora),
        )}
        {cell(0, morae.length + 1, "下がらない", "下がらない")}
      </div>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input {...radio(null)} className="size-5 shrink-0 accent-accent" />
        声にまかせる
      </label>
    </fieldset>
  );
}

/** From half-way to the previous mora, to half-way to the next. */
function PitchCell({ accent, mora, isLast }: { accent: number | null; mora: number; isLast: boolean }) {
  const levelOf = (which: number) => (accent !== null && isHigh(accent, which) ? levels.high : levels.low);
  const own = levelOf(mora);
  const cellWidth = isLast ? widths.after : widths.mora;
  const between = (other: number) => (own + levelOf(other)) / 2;
  const from = mora === 1 ? null : `0,${between(mora - 1)}`;
  const to = isLast ? null : `${cellWidth},${between(mora + 1)}`;
  return (
    <svg aria-hidden="true" width={cellWidth} height={20} viewBox={`0 0 ${cellWidth} 20`}>
      {accent !== null && (
        <>
          <polyline
            points={[from, `${cellWidth / 2},${own}`, to].filter(Boolean).join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
          />
          <circle
            cx={cellWidth / 2}
            cy={own}
            r={3.5}
            fill={isLast ? "none" : "currentColor"}
            stroke="currentColor"
          />
        </>
      )}
    </svg>
  );
}
