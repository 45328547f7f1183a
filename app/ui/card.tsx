import type { HTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "section" | "article" | "li" | "aside";
  flush?: boolean;
}

export function Card({ as: Element = "div", flush, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(
        "rounded-card border border-line bg-surface",
        !flush && "p-4 rail:p-5",
        className,
      )}
    />
  );
}
