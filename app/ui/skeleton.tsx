import { classNames } from "./class-names.ts";

/** Holds the place of something that is on its way. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames("block animate-breathe rounded-sm bg-line", className)} />
  );
}
