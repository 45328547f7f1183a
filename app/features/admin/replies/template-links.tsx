import { Link } from "react-router";
import { repliesPath } from "./replies-screen.tsx";

interface TemplateLinksProps {
  templates: readonly { id: number; title: string }[];
  /** The one that fills the reply now. */
  chosenId: number | undefined;
  hrefOf: (templateId: number) => string;
}

/** Above a reply: the templates that can fill it, and where they are written. */
export function TemplateLinks({ templates, chosenId, hrefOf }: TemplateLinksProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      <Link to={repliesPath} className="inline-flex min-h-11 items-center text-muted underline">
        ひな形
      </Link>
      {templates.map(({ id, title }) => (
        <Link
          key={id}
          to={hrefOf(id)}
          preventScrollReset
          aria-current={id === chosenId ? "true" : undefined}
          className="inline-flex min-h-11 items-center text-accent underline aria-[current]:font-bold"
        >
          {title}
        </Link>
      ))}
    </p>
  );
}
