import type { Appearance } from "@stripe/stripe-js";

/** The look of the fields in Stripe's frame: the page's own colours, of the theme that it shows now. */
export function cardAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const isDark = document.documentElement.dataset.theme === "dark";
  const focus = `0 0 0 2px ${color("surface")}, 0 0 0 4px ${color("accent")}`;
  return {
    theme: isDark ? "night" : "stripe",
    labels: "above",
    variables: {
      colorPrimary: color("accent"),
      colorBackground: color("paper"),
      colorText: color("ink"),
      colorTextSecondary: color("muted"),
      colorTextPlaceholder: color("muted"),
      colorDanger: color("danger"),
      fontFamily: style.fontFamily,
      fontSizeBase: "16px",
      borderRadius: "12px",
      gridRowSpacing: "16px",
    },
    rules: {
      ".Label": { fontSize: "14px", fontWeight: "700", color: color("ink") },
      ".Input": {
        border: `1px solid ${color("line-strong")}`,
        boxShadow: "none",
        padding: "12px",
        lineHeight: "20px",
      },
      ".Input:focus": { borderColor: color("accent"), boxShadow: focus, outline: "none" },
      ".Input--invalid": { borderColor: color("danger"), boxShadow: "none" },
      ".Error": { fontSize: "14px" },
    },
  };
}
