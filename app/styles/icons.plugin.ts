import plugin from "tailwindcss/plugin";
import { filled, firstIcons, outlines } from "../ui/icon-shapes.ts";
import { infinityPath } from "../ui/infinity-path.ts";

const mask = (attributes: string, path: string, viewBox = "0 0 24 24") => ({
  "--icon": `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='${viewBox}' ${attributes} stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`,
});

const masks = new Map([
  ...Object.entries(outlines).map(
    ([name, path]) => [name, mask("fill='none' stroke='%23000' stroke-width='1.75'", path)] as const,
  ),
  ...Object.entries(filled).map(
    ([name, path]) => [name, mask("stroke='%23000' stroke-width='.5'", path)] as const,
  ),
]);

/**
 * Tailwind plugin: a class for each icon of a sheet, which gives `.icon` and `.icon-only` (`components.css`) its shape. `sheet` is
 * `first` for what every page waits for, the logo with it, or `late` for the others.
 */
export default plugin.withOptions<{ sheet: string }>((options) => ({ addBase }) => {
  const isFirst = options?.sheet === "first";
  const some = [...masks].filter(([name]) => firstIcons.includes(name) === isFirst);
  const logo = mask("fill='none' stroke='%23000' stroke-width='6'", infinityPath, "0 0 120 60");
  addBase({
    ...Object.fromEntries(some.map(([name, rule]) => [`.icon-${name}`, rule])),
    ...(isFirst ? { ".logo": logo } : {}),
  });
});
