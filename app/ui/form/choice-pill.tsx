import type { ComponentProps } from "react";

/** A radio button or checkbox as a pill; other props go to the input. */
export function ChoicePill({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-4 text-sm has-checked:border-accent has-checked:bg-voice-a-tint has-checked:text-voice-a">
      <input {...input} className="size-4 accent-accent" />
      {label}
    </label>
  );
}
