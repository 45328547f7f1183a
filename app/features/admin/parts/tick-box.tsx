import type { ComponentProps } from "react";

/** A checkbox with its label. */
export function TickBox({ children, ...input }: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input {...input} type="checkbox" className="size-5 shrink-0" />
      {children}
    </label>
  );
}
