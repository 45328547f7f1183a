import { useEffect, useId, useRef, useState } from "react";
import { speakingRates } from "../creation.ts";

interface SpeakingRateFieldProps {
  rate: number;
  disabled?: boolean | undefined;
  onChange?: ((rate: number) => void) | undefined;
}

/** A range input: works without JavaScript. */
export function SpeakingRateField({ rate, disabled, onChange }: SpeakingRateFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  // Browsers restore a moved slider, and a stored value arrives as a new `rate`.
  useEffect(() => setShown(Number(input.current?.value ?? rate)), [rate]);
  return (
    <div>
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-sm font-bold">
          読み上げ速度
        </label>
        {/* Hidden without JavaScript, which updates it. */}
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
        min={speakingRates.min}
        max={speakingRates.max}
        step={speakingRates.step}
        defaultValue={rate}
        disabled={disabled}
        aria-valuetext={`${(shown ?? rate).toFixed(1)}倍`}
        onInput={(event) => {
          const value = Number(event.currentTarget.value);
          setShown(value);
          onChange?.(value);
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
