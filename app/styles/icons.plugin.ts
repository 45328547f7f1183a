import { filled, outlines } from "../ui/icon-shapes.ts";
import { infinityPath } from "../ui/infinity-path.ts";

/** What of Tailwind's interface for plugins is used. */
interface Tailwind {
  addBase(rules: Record<string, Record<string, string>>): void;
}

const mask = (attributes: string, path: string, viewBox = "0 0 24 24") =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='${viewBox}' ${attributes} stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`;

const rules = (shapes: Record<string, string>, attributes: string) =>
  Object.entries(shapes).map(([name, path]) => [`.icon-${name}`, { "--icon": mask(attributes, path) }]);

/** Tailwind plugin: a class for each icon, which gives `.icon` and `.icon-only` (`components.css`) its shape; and the logo's. */
export default function icons({ addBase }: Tailwind): void {
  addBase(
    Object.fromEntries([
      ...rules(outlines, "fill='none' stroke='%23000' stroke-width='1.75'"),
      ...rules(filled, "stroke='%23000' stroke-width='.5'"),
      [
        ".logo",
        { "--icon": mask("fill='none' stroke='%23000' stroke-width='6'", infinityPath, "0 0 120 60") },
      ],
    ]),
  );
}
