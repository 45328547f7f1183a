import { useId } from "react";
import { classNames } from "./class-names.ts";

interface SwitchProps {
  label: string;
  help?: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch that takes effect at once, without a form. */
export function Switch({ label, help, isOn, disabled, onChange }: SwitchProps) {
  const helpId = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={help === undefined ? undefined : helpId}
      aria-label={label}
      // `disabled` would lose the focus.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onChange(!isOn)}
      className="flex min-h-14 w-full items-center justify-between gap-4 rounded-card bg-sunken px-4 py-2 text-left"
    >
      <span className="min-w-0">
        <span className="block font-bold">{label}</span>
        {help !== undefined && (
          <span id={helpId} className="block text-xs text-muted">
            {help}
          </span>
        )}
      </span>
      <span
        aria-hidden="true"
        className={classNames(
          "flex h-[28px] w-[48px] shrink-0 rounded-full border-2 p-[2px] transition-[background-color]",
          disabled && "opacity-50",
          isOn ? "border-accent bg-accent text-on-accent" : "border-line-strong text-line-strong",
        )}
      >
        <span
          // Drawn like an icon, or it would be missing among colours of the system's own.
          className={classNames(
            "icon size-[20px] rounded-full transition-transform",
            isOn && "translate-x-[20px]",
          )}
        />
      </span>
    </button>
  );
}
