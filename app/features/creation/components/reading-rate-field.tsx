import { useEffect, useId, useRef, useState } from "react";
import { speakingRates } from "../source-text.ts";

interface ReadingRateFieldProps {
  rate: number;
  disabled?: boolean | undefined;
  onChange?: ((rate: number) => void) | undefined;
}

/** How fast the two voices speak: 0.5 to 2.0 in steps of 0.1. A plain range input, so it posts without JavaScript. */
export function ReadingRateField({ rate, disabled, onChange }: ReadingRateFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  // Browsers bring a moved slider back after a reload, and a restored value arrives as a new `rate`.
  useEffect(() => setShown(Number(input.current?.value ?? rate)), [rate]);
  return (
    <div>
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-sm font-bold">
          読み上げ速度
        </label>
        {/* Without JavaScript nothing could keep this true while the slider moves. */}
        <output htmlFor={id} className="text-base font-bold tabular-nums unscripted:hidden">
          {(shown ?? rate).toFixed(1)}倍
        </output>
      </div>
      <input
        ref={input}
        id={id}
        key={rate}
        type="range"
        name="speakingRate"
        min={speakingRates.least}
        max={speakingRates.most}
        step={speakingRates.step}
        defaultValue={rate}
        disabled={disabled}
        aria-valuetext={`${(shown ?? rate).toFixed(1)}倍`}
        onInput={(event) => {
          const moved = Number(event.currentTarget.value);
          setShown(moved);
          onChange?.(moved);
        }}
        className="block h-11 w-full disabled:opacity-50"
      />
      <div aria-hidden="true" className="-mt-1 flex justify-between text-xs text-muted tabular-nums">
        <span>ゆっくり 0.5</span>
        <span>はやい 2.0</span>
      </div>
    </div>
  );
}
