import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "./class-names.ts";
import { Icon, type IconName, iconOnlyClass, Spinner } from "./icon.tsx";

export type ButtonVariant = "primary" | "quiet" | "danger" | "plain";

interface Look {
  /** `primary`: the screen's main action; `quiet`: secondary; `danger`: destructive; `plain`: without background. */
  variant?: ButtonVariant;
  size?: "normal" | "large";
  wide?: boolean;
  icon?: IconName | undefined;
  children: ReactNode;
}

/** A button's class names, for other elements. */
export function buttonClass({
  variant = "primary",
  size = "normal",
  wide,
}: Omit<Look, "children" | "icon">): string {
  return classNames("button", `button-${variant}`, size === "large" && "button-large", wide && "w-full");
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** Shows a spinner, keeps the focus and ignores clicks. */
  busy?: boolean | undefined;
  busyLabel?: ReactNode;
}

/** `type` is `submit` by default, as in HTML. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy,
  busyLabel,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      className={classNames(buttonClass({ variant, size, wide }), className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <span>{busy ? (busyLabel ?? children) : children}</span>
    </button>
  );
}

interface ButtonLinkProps extends Look, Omit<LinkProps, "children"> {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link styled as a button. `reloadDocument` leaves the router (sign-in, downloads). */
export function ButtonLink({ variant, size, wide, icon, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, size, wide }), className)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
}

/** A round 44 px button; `label` is its accessible name and tooltip. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(iconOnlyClass(icon), "icon-button", className)}
    />
  );
}
