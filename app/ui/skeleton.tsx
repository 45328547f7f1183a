import { classNames } from "./class-names.ts";

const shapes = { line: "rounded-sm", card: "rounded-card", circle: "rounded-full" } as const;

interface SkeletonProps {
  shape?: keyof typeof shapes;
  className?: string;
}

/** A placeholder with the size of what is loading. */
export function Skeleton({ shape = "line", className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-breathe bg-line", shapes[shape], className)}
    />
  );
}
