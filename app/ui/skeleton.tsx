import { classNames } from "./class-names.ts";

const shapes = { line: "rounded-sm", card: "rounded-card", circle: "rounded-full" } as const;

interface SkeletonProps {
  shape?: keyof typeof shapes;
  /** Its size: that of what comes. */
  className?: string;
}

/** Holds the place of something that is on its way. */
export function Skeleton({ shape = "line", className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-breathe bg-line", shapes[shape], className)}
    />
  );
}
