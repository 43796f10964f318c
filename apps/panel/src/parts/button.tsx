/** Buttons, and the key hints on them. */
import type { ComponentProps, ReactNode } from "react";

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: "plain" | "primary" | "danger" | "quiet";
  readonly icon?: ReactNode;
  /** Key that triggers the same action. */
  readonly shortcut?: string;
}

export function Button({ look = "plain", icon, shortcut, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button button-${look}`} {...rest}>
      {icon}
      {children === undefined ? null : <span>{children}</span>}
      {shortcut === undefined ? null : <Key name={shortcut} />}
    </button>
  );
}

export function Key({ name }: { readonly name: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{name}</kbd>
    </span>
  );
}
